"""Writes references.json: what statsmodels and scipy say of the tables in this folder.

    python3 references.py        # statsmodels 0.15, scipy 1.17, numpy

The statements beside each are gradcalc's for the same; tests/it/data_sets.rs runs them.
"""

import csv
import datetime
import json

import numpy as np
import statsmodels.api as sm
from scipy import optimize

CASES = []


def table(name):
    with open(f"{name}.csv", newline="") as file:
        rows = list(csv.DictReader(file, skipinitialspace=True))
    columns = {}
    for key in rows[0]:
        values = [row[key] for row in rows]
        try:
            columns[key] = np.array([float(value) for value in values])
        except ValueError:
            columns[key] = np.array(values)
    return columns


def add(name, statements, parameters, within=1e-8, **more):
    CASES.append({
        "table": name,
        "statements": statements,
        "parameters": [[float(value), float(u)] for value, u in parameters],
        "within": within,
        **{key: float(value) for key, value in more.items()},
    })


def linear(name, statements, y, columns, within=1e-8):
    """Least squares."""
    fit = sm.OLS(y, np.column_stack(columns)).fit(method="qr")
    add(name, statements, zip(fit.params, fit.bse), within, sum_of_squares=fit.ssr)


def curve(name, statements, y, model, start, within=1e-7):
    """Least squares of a curve; the Jacobian by a complex step."""
    start = np.array(start, dtype=float)

    def residuals(p):
        return model(p) - y

    def jacobian(p):
        columns = []
        for at in range(len(p)):
            moved = p.astype(complex)
            moved[at] += 1e-30j
            columns.append(model(moved).imag / 1e-30)
        return np.column_stack(columns)

    found = optimize.least_squares(residuals, start, jacobian, method="lm", xtol=1e-15, ftol=1e-15, gtol=1e-15, x_scale="jac")
    p = found.x
    for _ in range(20):
        p = p - np.linalg.lstsq(jacobian(p), residuals(p), rcond=None)[0]
    square = residuals(p) @ residuals(p)
    triangle = np.linalg.inv(np.linalg.qr(jacobian(p), mode="r"))
    u = np.sqrt((triangle @ triangle.T).diagonal() * square / (len(y) - len(p)))
    add(name, statements, zip(p, u), within, sum_of_squares=square)


one = np.ones_like

t = table("cars")
linear("cars", ["a = 1; b = 1", ":fit dist = a + b*speed"], t["dist"], [one(t["speed"]), t["speed"]])

t = table("women")
h = t["height"]
linear("women", ["a = 1; b = 1; c = 1", ":fit weight = a + b*height + c*height^2"], t["weight"], [one(h), h, h**2], 1e-7)

t = table("plant_growth")
groups = ["ctrl", "trt1", "trt2"]
linear("plant_growth", [
    "control = 1; first = 1; second = 1",
    ':fit weight = where(group == "ctrl", control, where(group == "trt1", first, second))',
], t["weight"], [(t["group"] == group).astype(float) for group in groups])

t = table("insect_sprays")
x = np.column_stack([(t["spray"] == spray).astype(float) for spray in "ABCDEF"])
fit = sm.GLM(t["insects"], x, family=sm.families.Poisson()).fit(tol=1e-14, maxiter=100)
add("insect_sprays", [
    "sA = 1; sB = 1; sC = 1; sD = 1; sE = 1; sF = 1",
    'eta = ' + " + ".join(f's{spray}*(spray == "{spray}")' for spray in "ABCDEF"),
    "nll = sum(exp(eta) - insects*eta)",
    ":minimize nll as likelihood",
], zip(fit.params, fit.bse))

t = table("orange")
curve("orange", [
    "most = 150; middle = 700; scale = 300",
    ":fit circumference = most/(1 + exp((middle - age)/scale))",
], t["circumference"], lambda p: p[0] / (1 + np.exp((p[1] - t["age"]) / p[2])), [150, 700, 300])

t = table("trees")
v, g, hh = np.log(t["volume"]), np.log(t["girth"]), np.log(t["height"])
linear("trees", ["a = 1; b = 1; c = 1", ":fit log(volume) = a + b*log(girth) + c*log(height)"], v, [one(v), g, hh])

t = table("pressure")
linear("pressure", ["a = 1; b = 1", ":fit log(pressure) = a + b/(temperature + 273.15)"],
       np.log(t["pressure"]), [one(t["pressure"]), 1 / (t["temperature"] + 273.15)])

t = table("indometh")
kept = t["subject"] == 1
time, conc = t["time"][kept], t["conc"][kept]
curve("indometh", [
    "a1 = 2; l1 = 1; a2 = 0.5; l2 = -1",
    ":fit conc = a1*exp(-exp(l1)*time) + a2*exp(-exp(l2)*time) where subject == 1",
], conc, lambda p: p[0] * np.exp(-np.exp(p[1]) * time) + p[2] * np.exp(-np.exp(p[3]) * time), [2, 1, 0.5, -1])

t = table("bod")
days = t["time"]
curve("bod", ["most = 20; l = -1", ":fit demand = most*(1 - exp(-exp(l)*time))"],
      t["demand"], lambda p: p[0] * (1 - np.exp(-np.exp(p[1]) * days)), [20, -1])

t = table("puromycin")
c, treated = t["conc"], t["state"] == "treated"
curve("puromycin", [
    "v1 = 200; v2 = 150; K = 0.05",
    ':fit rate = where(state == "treated", v1, v2)*conc/(K + conc)',
], t["rate"], lambda p: np.where(treated, p[0], p[1]) * c / (p[2] + c), [200, 150, 0.05])

t = table("anscombe")
x = t["x"]
linear("anscombe", ["a = 1; b = 1", ":fit y3 = a + b*x without 3"],
       np.delete(t["y3"], 2), [np.delete(one(x), 2), np.delete(x, 2)])
linear("anscombe", ["a = 1; b = 1; c = 1", ":fit y2 = a + b*x + c*x^2"], t["y2"], [one(x), x, x**2])

t = table("longley")
names = ["GNPDEFL", "GNP", "UNEMP", "ARMED", "POP", "YEAR"]
linear("longley", [
    "b0 = 1; " + "; ".join(f"b{at + 1} = 1" for at in range(6)),
    ":fit TOTEMP = b0 + " + " + ".join(f"b{at + 1}*{name}" for at, name in enumerate(names)),
], t["TOTEMP"], [one(t["GNP"])] + [t[name] for name in names], 1e-7)

t = table("stackloss")
names = ["AIRFLOW", "WATERTEMP", "ACIDCONC"]
linear("stackloss", [
    "b0 = 1; b1 = 1; b2 = 1; b3 = 1",
    ":fit STACKLOSS = b0 + b1*AIRFLOW + b2*WATERTEMP + b3*ACIDCONC",
], t["STACKLOSS"], [one(t["AIRFLOW"])] + [t[name] for name in names])

t = table("statecrime")
names = ["urban", "poverty", "hs_grad", "single"]
linear("statecrime", [
    "b0 = 1; b1 = 1; b2 = 1; b3 = 1; b4 = 1",
    ":fit murder = b0 + b1*urban + b2*poverty + b3*hs_grad + b4*single",
], t["murder"], [one(t["murder"])] + [t[name] for name in names])

t = table("strikes")
y, x = t["duration"], np.column_stack([one(t["iprod"]), t["iprod"]])
beta = np.array([np.log(y.mean()), 0.0])
for _ in range(60):
    rate = y * np.exp(-x @ beta)
    inverse = np.linalg.inv(x.T @ (x * rate[:, None]))
    beta = beta + inverse @ (x.T @ (rate - 1))
add("strikes", [
    "b0 = 1; b1 = 1",
    "eta = b0 + b1*iprod",
    "nll = sum(eta + duration*exp(-eta))",
    ":minimize nll as likelihood",
], zip(beta, np.sqrt(inverse.diagonal())))

t = table("nile")
early = (t["year"] < 1899).astype(float)
linear("nile", ["before = 1; after = 1", ":fit volume = where(year < 1899, before, after)"],
       t["volume"], [early, 1 - early])

t = table("grunfeld")
firms = list(dict.fromkeys(t["firm"]))
linear("grunfeld", [
    "b1 = 1; b2 = 1; " + "; ".join(f"f{at} = 1" for at in range(len(firms))),
    ":fit invest = b1*value + b2*capital + "
    + " + ".join(f'f{at}*(firm == "{firm}")' for at, firm in enumerate(firms)),
], t["invest"], [t["value"], t["capital"]] + [(t["firm"] == firm).astype(float) for firm in firms])

t = table("sunspots")
year = t["YEAR"]
curve("sunspots", [
    "level = 50; a = 1; b = 1; T = 11",
    ":fit SUNACTIVITY = level + a*sin(2pi*(year_0)/T) + b*cos(2pi*(year_0)/T)".replace("year_0", "YEAR - 1850"),
], t["SUNACTIVITY"], lambda p: p[0] + p[1] * np.sin(2 * np.pi * (year - 1850) / p[3]) + p[2] * np.cos(2 * np.pi * (year - 1850) / p[3]),
    [50, 1, 1, 11])

t = table("macrodata")
linear("macrodata", ["a = 1; b = 1; c = 1", ":fit log(realcons) = a + b*log(realdpi) + c*tbilrate"],
       np.log(t["realcons"]), [one(t["cpi"]), np.log(t["realdpi"]), t["tbilrate"]])

# Dates are days since the first, and an empty cell is a gap, which is left out.
with open("co2.csv", newline="") as file:
    rows = [row for row in csv.DictReader(file)]
first = datetime.date.fromisoformat(rows[0]["date"])
rows = [((datetime.date.fromisoformat(row["date"]) - first).days, float(row["co2"])) for row in rows if row["co2"]]
day, y = np.array(rows, dtype=float).T
turn = 2 * np.pi * day / 365.25
linear("co2", ["day = [0, 7 .. 2793]", ":fit co2 = a + b*day + c*cos(2pi*day/365.25) + s*sin(2pi*day/365.25)"],
       y, [one(day), day, np.cos(turn), np.sin(turn)])

# The spread grows with the income: weights by both sides.
t = table("engel")
linear("engel", [":fit food/income = a/income + b*income/income"],
       t["food"] / t["income"], [1 / t["income"], one(t["income"])])

with open("references.json", "w") as file:
    json.dump([{**case, "parameters": [[v, None if u != u else u] for v, u in case["parameters"]]} for case in CASES], file, indent=1)
    file.write("\n")
