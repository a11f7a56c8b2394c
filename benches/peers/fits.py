"""NIST's nonlinear fits by gradcalc, scipy and lmfit, each as it comes, and the time of Misra1a:
fits.py GRADCALC

Counted are the runs, of 54, in which every parameter has 8 of the certified digits, and those in which
every standard error has 6.
"""
import json
import math
import os
import subprocess
import sys
import time
import warnings

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
import lmfit
import numpy
import scipy
from scipy.optimize import curve_fit

warnings.simplefilter("ignore")
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "data", "nist")
FUNCTIONS = {name: getattr(numpy, name) for name in ("exp", "log", "sin", "cos")}
FUNCTIONS |= {"atan": numpy.arctan, "pi": math.pi, "tau": math.tau}
GRADCALC = sys.argv[1]


def digits(found, wanted):
    if found == wanted:
        return 16
    digits = -math.log10(abs((found - wanted) / wanted)) if math.isfinite(found) else 0
    return max(0, digits)


def table(name):
    with open(os.path.join(FOLDER, name + ".csv")) as file:
        heads = file.readline().strip().split(",")
        columns = numpy.loadtxt(file, delimiter=",", unpack=True)
    return dict(zip(heads, columns))


def evaluated(text, scope):
    return eval(text.replace("^", "**"), {}, {**FUNCTIONS, **scope})


def by_gradcalc(one, start):
    leaves = "; ".join(f"{name} = {value!r}" for name, value in zip(one["params"], start))
    path = os.path.join(FOLDER, one["dataset"] + ".csv")
    script = f':read "{path}"\n{leaves}\n:fit {one["response"]} = {one["model"]}\n'
    run = subprocess.run([GRADCALC, "--format", "json"], input=script, capture_output=True, text=True)
    found = [json.loads(line) for line in run.stdout.splitlines()][-1]["parameters"]
    by_name = {it["name"]: it for it in found}
    found = [by_name.get(name, {}) for name in one["params"]]
    return [it.get("data", math.nan) for it in found], [it.get("u", math.nan) for it in found]


def model_of(one):
    def model(_, *values, **named):
        return evaluated(one["model"], {**one["columns"], **dict(zip(one["params"], values)), **named})
    return model


def by_scipy(one, start):
    y = evaluated(one["response"], one["columns"])
    found, covariance = curve_fit(model_of(one), numpy.arange(len(y)), y, p0=start)
    return found, numpy.sqrt(numpy.diag(covariance))


def by_lmfit(one, start):
    y = evaluated(one["response"], one["columns"])
    parameters = lmfit.Parameters()
    for name, value in zip(one["params"], start):
        parameters.add(name, value=value)

    def residuals(parameters):
        return evaluated(one["model"], {**one["columns"], **parameters.valuesdict()}) - y

    found = lmfit.minimize(residuals, parameters).params
    errors = [found[name].stderr for name in one["params"]]
    return [found[name].value for name in one["params"]], [it or math.nan for it in errors]


def scores(fit, sets):
    good, good_errors = 0, 0
    for one in sets:
        for start in (one["start1"], one["start2"]):
            try:
                found, errors = fit(one, start)
            except Exception:
                continue
            good += min(map(digits, found, one["certified"])) >= 8
            good_errors += min(map(digits, errors, one["std_errors"])) >= 6
    return good, good_errors


with open(os.path.join(FOLDER, "models.jsonl")) as file:
    SETS = [json.loads(line) for line in file]
for one in SETS:
    one["columns"] = table(one["dataset"])
peers = {
    "gradcalc": by_gradcalc,
    f"scipy {scipy.__version__}": by_scipy,
    f"lmfit {lmfit.__version__}": by_lmfit,
}
for name, fit in peers.items():
    good, good_errors = scores(fit, SETS)
    print(f"{name}: {good} of {2 * len(SETS)} to 8 digits, {good_errors} standard errors to 6")

# Misra1a from its second start: the best of many, in microseconds, side by side.
misra = next(one for one in SETS if one["dataset"] == "Misra1a")
x, y = misra["columns"]["x"], misra["columns"]["y"]
best = math.inf
for _ in range(300):
    begun = time.perf_counter()
    curve_fit(lambda x, b1, b2: b1 * (1 - numpy.exp(-b2 * x)), x, y, p0=misra["start2"])
    best = min(best, time.perf_counter() - begun)
print(f"Misra1a by scipy: {best * 1e6:.0f} us")
path = os.path.join(FOLDER, "Misra1a.csv")
again = ":time :fit y = b1*(1 - exp(-b2*x))\n:undo\n" * 300
script = f':read "{path}"\nb1 = {misra["start2"][0]}; b2 = {misra["start2"][1]}\n{again}'
run = subprocess.run([GRADCALC, "--format", "json"], input=script, capture_output=True, text=True)
times = [json.loads(line) for line in run.stdout.splitlines()]
print(f'Misra1a by gradcalc: {min(it["seconds"] for it in times if it["kind"] == "time") * 1e6:.0f} us')
