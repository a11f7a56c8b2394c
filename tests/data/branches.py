"""Writes branches.csv: what rewrites and branches are on both sides of their switches, from 900 digits.

    pip install mpmath
    python3 tests/data/branches.py > tests/data/branches.csv

A line is x, w, what is typed, its value and its slope by x, nan if it is left out. The value is that of the formula as people
write it, which is exact here; what is typed is the one that does not fail.
"""

from mpmath import mp, mpf

mp.dps = 900

# What is typed, the same as people write it if that differs, and the places: x, or x and w.
CASES = [
    ("x^2 + w^2", "hypot(x, w)^2", [(1e-200, 3e-9), (3, 4)]),
    ("abs(x)", "sqrt(x^2)", [-1e-30, 1e-30]),
    ("hypot(x, w)", "sqrt(x^2 + w^2)", [(1e-9, 1), (3e150, 4e150)]),
    ("-softplus(w - x)", "log(exp(x)/(exp(x) + exp(w)))", [(0, 800), (800, 0), (1, 1.5)]),
    ("sigmoid(x - w)", "exp(x)/(exp(x) + exp(w))", [(800, 790), (-800, -790)]),
    ("exp(x - logsumexp(x, w, 3))", "exp(x)/(exp(x) + exp(w) + exp(3))", [(1000, 998), (-5, 2)]),
    ("x - logsumexp(x, w, 3)", "log(exp(x)/(exp(x) + exp(w) + exp(3)))", [(1000, 998), (-900, 2)]),
    ("logsumexp(x, w)", "log(exp(x) + exp(w))", [(-800, -801), (1000, 990)]),
    ("logsumexp(x, w, 2x, 3w)", "log(exp(x) + exp(w) + exp(2*x) + exp(3*w))", [(500, 300), (-9, -4)]),
    ("logsumexp(x, w)", "log(exp(x) + exp(w))", [(-0.7, -0.686), (-1e-3, -6.9)]),
    ("tanh(x)", "(exp(x) - exp(-x))/(exp(x) + exp(-x))", [1e-12, 900]),
    ("sigmoid(x)*sigmoid(-x)", "exp(x)/(exp(x) + 1)^2", [700, -700]),
    ("sigmoid(x)", "exp(x)/(exp(x) + 1)", [1000, -700]),
    ("-softplus(x)", "log(1 - exp(x)/(exp(x) + 1))", [50, -50]),
    ("-softplus(-x)", "log(1/(1 + exp(-x)))", [-1000, 40]),
    ("softplus(x)", "log(1 + exp(x))", [1000, -600]),
    ("2*(log(2) - x - softplus(-2x))", "log(1 - tanh(x)^2)", [20, 300]),
    ("1/cosh(x)^2", "1 - tanh(x)^2", [20, -18]),
    ("asinh(x)", "log(x + sqrt(x^2 + 1))", [-1e9, 1e-9]),
    ("expm1(w*log1p(x))", "(1 + x)^w - 1", [(1e-15, 3), (1e-300, 0.5)]),
    ("log1p(x)", "log(1 + x)", [1e-17, -1e-9]),
    ("expm1(x)", "exp(x) - 1", [1e-17, -1e-300]),
    ("2*(sin(x/2)/x)^2", "(1 - cos(x))/x^2", [1e-9, 0.3]),
    ("w/(sqrt(x + w) + sqrt(x))", "sqrt(x + w) - sqrt(x)", [(1e15, 1), (1e-5, 1e-12)]),
    ("(x - w)*(x + w)", "x^2 - w^2", [(1e8, 99999999), (1, 1.0000000001)]),
    ("log(x/w)", "log(x) - log(w)", [(1e9, 1), (1e-9, 1e9)]),
    ("-2*sin(x/2)^2", "cos(x) - 1", [1e-9, -1e-6]),
    # Branches on both sides of their switches.
    ("x if x < 1 else sqrt(x)", "", [0.999999, 1, 1.000001, 0, -1]),
    ("sqrt(x) if x > 0 else x", "", [-1, 0, 1e-9]),
    ("log(x) if x > 0 else 0", "", [0, -1, 1e-9]),
    ("w/x if x > 0 else 0", "", [(0, 2), (1e-9, 2), (-1, 2)]),
    ("sin(x)/x if x != 0 else 1", "", [0, 1e-9, -2]),
    ("x*log(x) if x > 0 else 0", "", [0, 1e-9]),
    ("x^3 if x < 1 else 3*x^2 - 3*x + 1", "", [0.999, 1, 1.001]),
    ("x if x < 1 else x^2 if x < 2 else 1/x", "", [0.5, 1, 1.5, 2, 2.5]),
    ("exp(x) if x < 0 and w > 0 else log(1 + x)", "", [(-1e-9, 1), (1e-2, 1), (0.5, -1)]),
    ("exp(-1/x) if x > 0 else 0", "", [0, -3, 0.01, 2]),
    ("0.2*x if x < 10 else 2 + 0.3*(x - 10) if x < 40 else 11 + 0.4*(x - 40)", "", [9.5, 10, 39.5, 41]),
    ("w*(x - 1) if 0 < x < 2 else exp(-x)", "", [(0, 3), (1, 3), (2, 3)]),
    ("(x if x > w else w)^2", "", [(2, 1), (1, 2)]),
    ("1/(1 + exp(-x)) if x >= 0 else exp(x)/(1 + exp(x))", "", [0, -700, 800, -1e-9]),
]  # fmt: skip

# Their slopes lose digits, and are left out.
VALUES_ONLY = [("2*(sin(x/2)/x)^2", 1e-9), ("sin(x)/x if x != 0 else 1", 1e-9)]

NAMES = {
    "abs": abs, "exp": mp.exp, "log": mp.log, "sqrt": mp.sqrt, "sin": mp.sin, "cos": mp.cos,
    "tanh": mp.tanh, "hypot": mp.hypot,
}  # fmt: skip


def value_and_slope(text, x, w):
    code = compile(text.replace("^", "**"), text, "eval")

    def value(x):
        return mpf(eval(code, {**NAMES, "x": x, "w": mpf(w)}))

    # At a switch the side that is taken goes on: to the right after <, and to the left after >, unless
    # it jumps there.
    step = mpf(10) ** -70 * (abs(mpf(x)) or 1)
    at = mpf(x)
    sides = (-1, 1) if ">" in text and ">=" not in text else (1, -1)
    slopes = [side * (value(at + side * step) - value(at)) / step for side in sides]
    slope = slopes[0] if abs(slopes[0]) < 1e40 else slopes[1]
    return value(at), slope


def main():
    for typed, exact, places in CASES:
        for place in places:
            x, w = place if isinstance(place, tuple) else (place, 0)
            value, slope = value_and_slope(exact or typed, x, w)
            slope = mp.nan if (typed, x) in VALUES_ONLY else slope
            numbers = [mp.nstr(number, 25) for number in (value, slope)]
            print(repr(float(x)), repr(float(w)), typed, *numbers, sep=";")


main()
