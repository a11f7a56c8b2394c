"""Writes optimizers.csv: where 100 steps of each optimizer lead, by the algorithms of torch.optim.

    python3 tests/data/optimizers.py > tests/data/optimizers.csv

The steps are written out as the documentation of PyTorch has them (SGD with momentum and nesterov, Adam, AdamW, RMSprop;
weight decay decoupled, as AdamW has it), in the order of operations of its single-tensor functions, in doubles; PyTorch itself is
not needed. A line is what follows the rate in :step, the rate, the number of steps, and the leaves and the root after them.
"""

import math

START = {"a": -1.2, "b": 1.0, "c": 0.7}
EPSILON = 1e-8


def root(x):
    a, b, c = x["a"], x["b"], x["c"]
    return (1 - a) ** 2 + 10 * (b - a**2) ** 2 + c**4 + a * c


def grads(x):
    a, b, c = x["a"], x["b"], x["c"]
    return {
        "a": -2 * (1 - a) - 40 * a * (b - a**2) + c,
        "b": 20 * (b - a**2),
        "c": 4 * c**3 + a,
    }


def sgd(momentum=0.0, nesterov=False):
    def step(state, t, g, rate):
        if momentum:
            state["buf"] = g if t == 1 else momentum * state["buf"] + g
            g = g + momentum * state["buf"] if nesterov else state["buf"]
        return rate * g

    return step


def adam(beta1=0.9, beta2=0.999):
    def step(state, t, g, rate):
        m, v = state.get("exp_avg", 0.0), state.get("exp_avg_sq", 0.0)
        state["exp_avg"] = m = m + (g - m) * (1 - beta1)
        state["exp_avg_sq"] = v = v * beta2 + (1 - beta2) * g * g
        denominator = math.sqrt(v) / math.sqrt(1 - beta2**t) + EPSILON
        return rate / (1 - beta1**t) * (m / denominator)

    return step


def rmsprop(alpha=0.99):
    def step(state, t, g, rate):
        state["square_avg"] = v = state.get("square_avg", 0.0) * alpha + (1 - alpha) * g * g
        return rate * g / (math.sqrt(v) + EPSILON)

    return step


RUNS = [
    ("", 0.005, sgd(), 0.0),
    ("momentum 0.9", 0.005, sgd(0.9), 0.0),
    ("momentum 0.5", 0.005, sgd(0.5), 0.0),
    ("nesterov", 0.005, sgd(0.9, True), 0.0),
    ("nesterov 0.8", 0.005, sgd(0.8, True), 0.0),
    ("adam", 0.05, adam(), 0.0),
    ("adam 0.8 0.95", 0.05, adam(0.8, 0.95), 0.0),
    ("adam decay 0.1", 0.05, adam(), 0.1),
    ("rmsprop", 0.01, rmsprop(), 0.0),
    ("rmsprop 0.9", 0.01, rmsprop(0.9), 0.0),
    ("decay 0.3", 0.005, sgd(), 0.3),
    ("momentum 0.9 decay 0.3", 0.005, sgd(0.9), 0.3),
]

print("options,rate,steps,a,b,c,L")
for options, rate, step, decay in RUNS:
    x, states = dict(START), {name: {} for name in START}
    for t in range(1, 101):
        g = grads(x)
        for name in x:
            x[name] *= 1 - rate * decay
            x[name] -= step(states[name], t, g[name], rate)
        if t in (1, 2, 10, 100):
            print(options, rate, t, *map(repr, [x["a"], x["b"], x["c"], root(x)]), sep=",")
