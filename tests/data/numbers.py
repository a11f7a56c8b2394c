"""Writes numbers.csv: what the operations and their slopes are, from 80 digits.

    pip install mpmath
    python3 tests/data/numbers.py > tests/data/numbers.csv
    python3 tests/data/numbers.py 5000 tanh atan2 > more.csv    # so many points of these alone

A line is the operation, its arity, the operands, and for the value and each slope the nearest double
and what is missing from it, in units of its last place: -0.25 if it is a quarter of a unit too large.
The tests of src/core/ops read it; an operation that has no line here is checked by differences alone.
"""

import math
import random
import sys

from mpmath import mp, mpf

mp.dps = 80
LARGEST = mpf(2) ** 1024 - mpf(2) ** 970


def sigmoid(x):
    return 1 / (1 + mp.exp(-x)) if x >= 0 else mp.exp(x) / (1 + mp.exp(x))


def normal_below(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def bell(x):
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def cube_root(x):
    return mp.sign(x) * mp.cbrt(abs(x))


def power(x, y):
    return mp.power(abs(x), y) * (-1 if x < 0 and int(y) % 2 else 1)


def larger(x, y):
    return mpf(1) if x > y else mpf(0) if x < y else mpf(1) / 2


def flat(*_):
    return mpf(0)


def one(*_):
    return mpf(1)


# The value and the slopes of every operation, and where its operands may be.
ANY = lambda *_: True
SMALL = lambda x: abs(x) < 760
OPERATIONS = {
    "exp": (SMALL, mp.exp, mp.exp),
    "log": (lambda x: x > 0, mp.log, lambda x: 1 / x),
    "log2": (lambda x: x > 0, lambda x: mp.log(x) / mp.log(2), lambda x: 1 / (x * mp.log(2))),
    "log10": (lambda x: x > 0, mp.log10, lambda x: 1 / (x * mp.log(10))),
    "log1p": (lambda x: x > -1, mp.log1p, lambda x: 1 / (1 + x)),
    "expm1": (SMALL, mp.expm1, mp.exp),
    "sqrt": (lambda x: x > 0, mp.sqrt, lambda x: 1 / (2 * mp.sqrt(x))),
    "cbrt": (lambda x: x != 0, cube_root, lambda x: 1 / (3 * cube_root(x) ** 2)),
    "sin": (ANY, mp.sin, mp.cos),
    "cos": (ANY, mp.cos, lambda x: -mp.sin(x)),
    "tan": (ANY, mp.tan, lambda x: 1 + mp.tan(x) ** 2),
    "asin": (lambda x: abs(x) < 1, mp.asin, lambda x: 1 / mp.sqrt((1 - x) * (1 + x))),
    "acos": (lambda x: abs(x) < 1, mp.acos, lambda x: -1 / mp.sqrt((1 - x) * (1 + x))),
    "atan": (ANY, mp.atan, lambda x: 1 / (1 + x * x)),
    "sinh": (SMALL, mp.sinh, mp.cosh),
    "cosh": (SMALL, mp.cosh, mp.sinh),
    "tanh": (SMALL, mp.tanh, lambda x: mp.sech(x) ** 2),
    "asinh": (ANY, mp.asinh, lambda x: 1 / mp.sqrt(1 + x * x)),
    "acosh": (lambda x: x > 1, mp.acosh, lambda x: 1 / mp.sqrt((x - 1) * (x + 1))),
    "atanh": (lambda x: abs(x) < 1, mp.atanh, lambda x: 1 / ((1 - x) * (1 + x))),
    "relu": (ANY, lambda x: max(x, mpf(0)), lambda x: larger(x, 0)),
    "sigmoid": (SMALL, sigmoid, lambda x: sigmoid(x) * sigmoid(-x)),
    "softplus": (SMALL, lambda x: max(x, mpf(0)) + mp.log1p(mp.exp(-abs(x))), sigmoid),
    "silu": (
        SMALL,
        lambda x: x * sigmoid(x),
        lambda x: sigmoid(x) * (1 + x * sigmoid(-x)),
    ),
    "gelu": (
        lambda x: abs(x) < 45,
        lambda x: x * normal_below(x),
        lambda x: normal_below(x) + x * bell(x),
    ),
    "erf": (lambda x: abs(x) < 45, mp.erf, lambda x: 2 / mp.sqrt(mp.pi) * mp.exp(-x * x)),
    "lgamma": (lambda x: x > 0, mp.loggamma, mp.digamma),
    "digamma": (lambda x: x > 0, mp.digamma, lambda x: mp.polygamma(1, x)),
    # Its slope is not known.
    "trigamma": (lambda x: x > 0, lambda x: mp.polygamma(1, x), lambda x: mp.nan),
    "abs": (ANY, abs, mp.sign),
    "sign": (ANY, mp.sign, flat),
    "step": (ANY, lambda x: larger(x, 0), flat),
    "floor": (ANY, mp.floor, flat),
    "ceil": (ANY, mp.ceil, flat),
    "round": (ANY, mp.nint, flat),
    "+": (ANY, lambda x, y: x + y, one, one),
    "-": (ANY, lambda x, y: x - y, one, lambda *_: mpf(-1)),
    "*": (ANY, lambda x, y: x * y, lambda x, y: y, lambda x, y: x),
    "/": (ANY, lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / y / y),
    "^": (
        lambda x, y: x > 0 or y == int(y) and abs(y) < 1000,
        power,
        lambda x, y: y * power(x, y) / x,
        lambda x, y: power(x, y) * mp.log(x) if x > 0 else mp.nan,
    ),
    "max": (ANY, max, larger, lambda x, y: larger(y, x)),
    "min": (ANY, min, lambda x, y: larger(y, x), larger),
    "logsumexp": (
        lambda x, y: max(abs(x), abs(y)) < 1e9,
        lambda x, y: max(x, y) + mp.log1p(mp.exp(-abs(x - y))),
        lambda x, y: sigmoid(x - y),
        lambda x, y: sigmoid(y - x),
    ),
    "%": (
        lambda x, y: abs(x / y) < 1e15,
        lambda x, y: x - y * mp.floor(x / y),
        one,
        lambda x, y: -mp.floor(x / y),
    ),
    "atan2": (
        ANY,
        mp.atan2,
        lambda x, y: y / (x * x + y * y),
        lambda x, y: -x / (x * x + y * y),
    ),
    "hypot": (
        ANY,
        mp.hypot,
        lambda x, y: x / mp.hypot(x, y),
        lambda x, y: y / mp.hypot(x, y),
    ),
}

# Where digits are lost or gained: kinks of a rule, zeros of a slope, ends of a domain.
NEAR = {
    "log": [1], "log2": [1], "log10": [1], "log1p": [-1], "tan": [math.pi / 2], "sin": [math.pi],
    "cos": [math.pi / 2], "asin": [1, -1], "acos": [1, -1], "atanh": [1, -1], "acosh": [1],
    "atan": [1e140, 1e160], "tanh": [0.55, 0.625, 20], "sigmoid": [0.5, 37],
    "silu": [-1.2784645427610738, -2, -0.75], "gelu": [-0.7517915246935645, -2, 2],
    "softplus": [-37, 37], "lgamma": [1, 2, 1.4616321449683622], "digamma": [1.4616321449683622],
}  # fmt: skip


def of_any_size(chance, least=-1074, most=1023):
    size = math.ldexp(chance.uniform(1, 2), int(chance.uniform(least, most)))
    return chance.choice((-1, 1)) * size


def one_operand(name, chance):
    kind = chance.random()
    if kind < 0.15:
        return (of_any_size(chance),)
    if kind < 0.3:
        return (chance.uniform(-760, 760),)
    if kind < 0.5:
        return (chance.uniform(-40, 40),)
    if kind < 0.75 or name not in NEAR:
        return (chance.uniform(-3, 3),)
    off = chance.choice((-1, 1)) * 2.0 ** -chance.uniform(1, 52)
    return (chance.choice(NEAR[name]) * (1 + off),)


def operands_of_power(chance):
    kind = chance.random()
    if kind < 0.3:
        return chance.uniform(-20, 20), float(chance.randint(-30, 30))
    if kind < 0.5:
        return abs(of_any_size(chance, -10, 10)), chance.uniform(-50, 50)
    if kind < 0.65:
        return abs(of_any_size(chance)), of_any_size(chance, -1000, 3)
    # The power comes to anything that a double can hold, and a little more.
    near = 1 + chance.choice((-1, 1)) * 2.0 ** -chance.uniform(1, 51)
    x = chance.choice((near, abs(of_any_size(chance))))
    return x, chance.uniform(-750, 750) / math.log(x)


def operands_of_log_sum(chance):
    kind = chance.random()
    if kind < 0.2:
        return chance.uniform(-40, 40), chance.uniform(-40, 40)
    if kind < 0.4:
        x = chance.uniform(-1000, 1000)
        return x, x + chance.uniform(-750, 750)
    if kind < 0.5:
        x = of_any_size(chance, -40, 4)
        return x, x
    # The exponentials add up to nearly 1.
    x = -abs(of_any_size(chance, -30, 2))
    y = math.log(-math.expm1(x))
    return x, y * (1 + chance.choice((-1, 1)) * 2.0 ** -chance.uniform(1, 45))


def two_operands(name, chance):
    if name == "^":
        return operands_of_power(chance)
    if name == "logsumexp":
        return operands_of_log_sum(chance)
    kind = chance.random()
    if kind < 0.4:
        return chance.uniform(-20, 20), of_any_size(chance, -30, 30)
    if kind < 0.7:
        return of_any_size(chance), of_any_size(chance)
    x = of_any_size(chance, -1070, 1018)
    return x, x * chance.uniform(-8, 8)


def draw(name, arity, allowed, chance):
    while True:
        operands = (one_operand if arity == 1 else two_operands)(name, chance)
        if all(math.isfinite(x) and x != 0 for x in operands) and allowed(*operands):
            return operands


def rounded(exact):
    """The nearest double, and what is missing from it in units of its last place."""
    if mp.isnan(exact):
        return "nan,0"
    if abs(exact) >= LARGEST:
        return "inf,0" if exact > 0 else "-inf,0"
    nearest = float(exact)
    return f"{nearest!r},{float((exact - mpf(nearest)) / mpf(math.ulp(nearest))):.2f}"


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for name in sys.argv[2:] or OPERATIONS:
        allowed, *functions = OPERATIONS[name]
        arity = max(len(functions) - 1, 1)
        chance = random.Random(f"{name} {count}")
        for _ in range(count):
            operands = draw(name, arity, allowed, chance)
            exact = [function(*map(mpf, operands)) for function in functions]
            print(name, arity, *map(repr, operands), *map(rounded, exact), sep=",")


main()
