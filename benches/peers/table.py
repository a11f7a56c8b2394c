"""A table from a file through a fit to a file, by pandas and scipy:
table.py TASK TABLE OUT, where TASK is read, line or exponential.
"""
import sys

import numpy
import pandas
from scipy.optimize import curve_fit

task, table, out = sys.argv[1:]
rows = pandas.read_csv(table)
models = {
    "line": ("y", lambda x, m, c: m * x + c, [1, 0]),
    "exponential": ("z", lambda x, a, k, c: a * numpy.exp(-k * x) + c, [1, 1, 0]),
}
if task in models:
    name, model, start = models[task]
    found, covariance = curve_fit(model, rows["x"], rows[name], p0=start)
    rows["residual"] = rows[name] - model(rows["x"], *found)
    rows[["x", name, "residual"]].to_csv(out, index=False)
    print(found, numpy.sqrt(numpy.diag(covariance)))
