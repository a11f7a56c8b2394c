"""NIST's nonlinear fits by gradcalc, scipy, lmfit and, where they are installed, R, GNU Octave with its
package optim and gnuplot, each as it comes and without derivatives given: fits.py GRADCALC

Counted are the runs, of 54, in which every parameter has 8 of the certified digits, and those in which
every standard error has 6.
"""
import json
import math
import os
import re
import shutil
import subprocess
import sys
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
FUNCTIONS |= {"atan": numpy.arctan, "pi": math.pi}
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


def numbers_of(command, script, one):
    """The numbers that a program prints last, on one line: the parameters, then their standard errors."""
    run = subprocess.run(command, input=script, capture_output=True, text=True, cwd=FOLDER)
    words = (run.stdout.strip().splitlines() or [""])[-1].split()
    found = [math.nan if word in ("NA", "NaN") else float(word) for word in words]
    size = len(one["params"])
    return found[:size], found[size:2 * size]


def by_r(one, start):
    starts = ", ".join(f"{name} = {value!r}" for name, value in zip(one["params"], start))
    script = f"""
        rows <- read.csv("{one["dataset"]}.csv")
        found <- coef(summary(nls({one["response"]} ~ {one["model"]}, rows, start = list({starts}))))
        cat(sprintf("%.17g", c(found[, 1], found[, 2])), "\\n")
    """
    return numbers_of(["Rscript", "--vanilla", "-"], script, one)


def by_octave(one, start):
    names = list(one["columns"])

    def text(formula):
        places = {name: f"p({at})" for at, name in enumerate(one["params"], 1)}
        places |= {name: f"c(:,{at})" for at, name in enumerate(names, 1)}
        formula = re.sub(r"[*/^]", r".\g<0>", formula)
        return re.sub(r"[A-Za-z_]\w*", lambda name: places.get(name[0], name[0]), formula)

    script = f"""
        pkg load optim
        c = csvread("{one["dataset"]}.csv", 1, 0);
        y = {text(one["response"])};
        model = @(c, p) {text(one["model"])} + 0*y;
        [f, p, ok, steps, r, covariance] = leasqr(c, y, {list(start)}', model);
        printf("%.17g ", p, sqrt(diag(covariance))); printf("\\n")
    """
    return numbers_of(["octave-cli", "-q", "--norc"], script, one)


def by_gnuplot(one, start):
    names = list(one["columns"])
    inputs = [name for name in names if name in re.findall(r"\w+", one["model"])]
    response = re.sub(r"\by\b", f"${names.index('y') + 1}", one["response"]).replace("^", "**")
    using = ":".join(str(names.index(name) + 1) for name in inputs)
    # Its variables of a fit are called x and y.
    variables = dict(zip(inputs, "xy"))
    model = re.sub(r"[A-Za-z_]\w*", lambda name: variables.get(name[0], name[0]), one["model"])
    starts = "; ".join(f"{name} = {float(value)!r}" for name, value in zip(one["params"], start))
    shown = ", ".join(f'sprintf("%.17g", {name}{end})' for end in ("", "_err") for name in one["params"])
    script = f"""
        set datafile separator ","
        set fit quiet nologfile errorvariables
        set print "-"
        {starts}
        f({",".join(variables.values())}) = {model.replace("^", "**")}
        fit f({",".join(variables.values())}) "{one["dataset"]}.csv" every ::1 using {using}:({response}) via {",".join(one["params"])}
        print {shown}
    """
    return numbers_of(["gnuplot"], script, one)


def scores(fit, sets):
    good, good_errors = 0, 0
    for one in sets:
        for start in (one["start1"], one["start2"]):
            try:
                found, errors = fit(one, start)
            except Exception:
                continue
            if len(found) < len(one["params"]) or len(errors) < len(one["params"]):
                continue
            good += min(map(digits, found, one["certified"])) >= 8
            good_errors += min(map(digits, errors, one["std_errors"])) >= 6
    return good, good_errors


with open(os.path.join(FOLDER, "models.jsonl")) as file:
    SETS = [json.loads(line) for line in file]
for one in SETS:
    one["columns"] = table(one["dataset"])
def version(command):
    said = subprocess.run(command, capture_output=True, text=True)
    return re.search(r"\d+\.\S+", said.stdout + said.stderr)[0]


peers = {
    "gradcalc": by_gradcalc,
    f"scipy {scipy.__version__} curve_fit": by_scipy,
    f"lmfit {lmfit.__version__} minimize": by_lmfit,
}
for program, called, fit in (
    ("Rscript", "R {} nls", by_r),
    ("octave-cli", "GNU Octave {} leasqr", by_octave),
    ("gnuplot", "gnuplot {} fit", by_gnuplot),
):
    if shutil.which(program):
        peers[called.format(version([program, "--version"]))] = fit
for name, fit in peers.items():
    good, good_errors = scores(fit, SETS)
    print(f"{name}: {good} of {2 * len(SETS)} to 8 digits, {good_errors} standard errors to 6", flush=True)
