"""A table from a file through a fit to a file, by pandas and scipy:
table.py TASK TABLE OUT, where TASK is read, line, exponential, minimum or wide.
"""
import sys

import numpy
import pandas
from scipy.optimize import curve_fit, minimize

task, table, out = sys.argv[1:]
rows = pandas.read_csv(table)
models = {
    "line": ("y", lambda x, m, c: m * x + c, [1, 0]),
    "exponential": ("z", lambda x, a, k, c: a * numpy.exp(-k * x) + c, [1, 1, 0]),
}


def mean_square(leaves):
    """Of the exponential, with its grads."""
    a, k, c = leaves
    falling = numpy.exp(-k * x)
    error = a * falling + c - z
    upstream = error * (2 / len(x))
    grads = upstream @ falling, -a * (upstream @ (falling * x)), upstream.sum()
    return error @ error / len(x), numpy.array(grads)


if task in models:
    name, model, start = models[task]
    found, covariance = curve_fit(model, rows["x"], rows[name], p0=start)
    rows["residual"] = rows[name] - model(rows["x"], *found)
    rows[["x", name, "residual"]].to_csv(out, index=False)
    print(found, numpy.sqrt(numpy.diag(covariance)))
elif task == "minimum":
    x, z = rows["x"].to_numpy(), rows["z"].to_numpy()
    print(minimize(mean_square, [1, 1, 0], jac=True).x)
elif task == "wide":
    y = rows.pop("y").to_numpy()
    factors = numpy.column_stack([numpy.ones(len(y)), rows.to_numpy()])
    found, (squares,), *_ = numpy.linalg.lstsq(factors, y)
    variance = squares / (len(y) - factors.shape[1])
    print(found, numpy.sqrt(variance * numpy.diag(numpy.linalg.inv(factors.T @ factors))))
