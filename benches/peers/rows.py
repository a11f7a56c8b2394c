"""One round of every case over rows of data in one peer, on one thread: lines of a name and nanoseconds.

rows.py PEER FOLDER, where PEER is numpy (by hand), jax (compiled), torch or scipy, and FOLDER has the table that
is read. Values and all grads are for each row, the best of many passes; what is read is for each row, and a
fit is whole.
"""
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
# JAX shares a million rows among all cores, whatever it is told.
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = (100, 10_000, 1_000_000)
# For how long a case is repeated, in seconds, and at least how often.
LONG, OFTEN = 0.5, 5


def best(name, run, units):
    """Says the best of many runs, after one that does not count."""
    run()
    fastest, end, times = float("inf"), time.perf_counter() + LONG, 0
    while times < OFTEN or time.perf_counter() < end:
        start = time.perf_counter()
        run()
        fastest, times = min(fastest, time.perf_counter() - start), times + 1
    print(f"{name}: {fastest / units * 1e9}", flush=True)


# Name, start, ends of x and of y.
MODELS = {
    "line": ((1.0, 0.5), (0, 1), (1, 3)),
    "Misra1a": ((500.0, 1e-4), (77.6, 760), None),
    "tanh": ((0.5, 0.5), (-5, 5), (0, 1)),
    "log": ((0.5, 0.5), (0.5, 9.5), (0, 1)),
    "logistic": ((0.5, 0.5), (-5, 5), (0, 1)),
}


def columns(name, rows):
    """The columns of a model of so many rows."""
    _, x, y = MODELS[name]
    x = numpy.linspace(*x, rows)
    return x, numpy.linspace(*y, rows) if y else 239 * (1 - numpy.exp(-5.5e-4 * x))


def by_hand():
    def of_squares(value, slopes, x, y):
        error = value - y
        upstream = error * (2 / len(x))
        return error @ error / len(x), *(upstream @ slope for slope in slopes)

    def line(m, c, x, y):
        error = m * x + c - y
        upstream = error * (2 / len(x))
        return error @ error / len(x), upstream @ x, upstream.sum()

    def curve(b1, b2, x, y):
        falling = numpy.exp(-b2 * x)
        rising = 1 - falling
        return of_squares(b1 * rising, (rising, b1 * falling * x), x, y)

    def tanh(a, b, x, y):
        out = numpy.tanh(b * x)
        return of_squares(a * out, (out, a * (1 - out * out) * x), x, y)

    def log(a, b, x, y):
        out = numpy.log(b * x)
        error = a * out - y
        upstream = error * (2 / len(x))
        return error @ error / len(x), upstream @ out, upstream.sum() * a / b

    def logistic(a, b, x, y):
        score = a + b * x
        tail = numpy.exp(-numpy.abs(score))
        upstream = (numpy.where(score < 0, tail, 1) / (1 + tail) - y) / len(x)
        value = (numpy.maximum(score, 0) + numpy.log1p(tail) - y * score).mean()
        return value, upstream.sum(), upstream @ x

    return {"line": line, "Misra1a": curve, "tanh": tanh, "log": log, "logistic": logistic}


def compiled():
    import jax
    import jax.numpy as np

    jax.config.update("jax_enable_x64", True)
    errors = {
        "line": lambda m, c, x, y: (m * x + c - y) ** 2,
        "Misra1a": lambda b1, b2, x, y: (b1 * (1 - np.exp(-b2 * x)) - y) ** 2,
        "tanh": lambda a, b, x, y: (a * np.tanh(b * x) - y) ** 2,
        "log": lambda a, b, x, y: (a * np.log(b * x) - y) ** 2,
        "logistic": lambda a, b, x, y: jax.nn.softplus(a + b * x) - y * (a + b * x),
    }

    def with_grads(error):
        both = jax.jit(jax.value_and_grad(lambda *of: np.mean(error(*of)), argnums=(0, 1)))

        def run(one, other, x, y):
            value, grads = jax.block_until_ready(both(one, other, x, y))
            return value, *grads

        return run

    return {name: with_grads(error) for name, error in errors.items()}


def passes(models, moved):
    """Value and all grads of every model at every size; `moved` puts columns where the peer has them."""
    wanted = by_hand()
    for rows in SIZES:
        for name, model in models.items():
            start = MODELS[name][0]
            x, y = columns(name, rows)
            expected = wanted[name](*start, x, y)
            x, y = moved(x), moved(y)
            for found, want in zip(model(*start, x, y), expected):
                assert abs(found - want) < 1e-9 * max(abs(want), 1e-3), (name, found, want)
            best(f"{name}, {rows:,} rows", lambda: model(*start, x, y), rows)


def with_numpy():
    passes(by_hand(), lambda column: column)
    path = os.path.join(sys.argv[2], "million.csv")
    start = time.perf_counter()
    x, y = numpy.loadtxt(path, delimiter=",", skiprows=1, unpack=True)
    print(f"read: {(time.perf_counter() - start) / len(x) * 1e9}", flush=True)


# EurekaLabs' demo: three classes of 80 points, a hidden layer of 8, AdamW.
RATE, BETAS, DECAY, STEPS = 0.1, (0.9, 0.95), 1e-4, 1000
LOSSES = {0: 1.01221528264976, 9: 0.619530801607749}


def eureka():
    """The points, their classes, and the weights and biases of both layers."""
    folder = os.path.join(HERE, "..", "..", "examples")
    points = numpy.loadtxt(os.path.join(folder, "eureka.csv"), delimiter=",", skiprows=1)
    leaves = numpy.loadtxt(os.path.join(folder, "eureka_weights.csv"), skiprows=1)
    first, second = leaves[:24].reshape(8, 3), leaves[24:].reshape(3, 9)
    layers = [first[:, :2], first[:, 2], second[:, :8], second[:, 8]]
    return points[:, :2], points[:, 2].astype(int), [layer.copy() for layer in layers]


def steps_of(step):
    """Says what a step takes, from the losses that they must have."""
    for number in range(10):
        loss = float(step())
        assert abs(loss - LOSSES.get(number, loss)) < 1e-12, (number, loss)

    def many():
        for _ in range(STEPS):
            step()

    best("EurekaLabs' step, 80 rows", many, STEPS)


def with_torch():
    import torch

    torch.set_num_threads(1)
    points, classes, layers = eureka()
    points, classes = torch.tensor(points), torch.tensor(classes)
    layers = [torch.tensor(layer, requires_grad=True) for layer in layers]
    w1, b1, w2, b2 = layers
    optimizer = torch.optim.AdamW(layers, lr=RATE, betas=BETAS, eps=1e-8, weight_decay=DECAY)

    def step():
        optimizer.zero_grad()
        scores = torch.tanh(points @ w1.T + b1) @ w2.T + b2
        loss = torch.nn.functional.cross_entropy(scores, classes)
        loss.backward()
        optimizer.step()
        return loss.detach()

    steps_of(step)


def with_jax():
    import jax
    import jax.numpy as np

    passes(compiled(), jax.device_put)
    points, classes, layers = eureka()

    def loss_of(layers):
        w1, b1, w2, b2 = layers
        scores = np.tanh(points @ w1.T + b1) @ w2.T + b2
        shares = jax.nn.log_softmax(scores)
        return -np.mean(shares[np.arange(len(classes)), classes])

    @jax.jit
    def stepped(layers, means, squares, count):
        loss, grads = jax.value_and_grad(loss_of)(layers)
        first, second = BETAS
        means = [first * m + (1 - first) * grad for m, grad in zip(means, grads)]
        squares = [second * v + (1 - second) * grad**2 for v, grad in zip(squares, grads)]
        unbiased = [1 - beta**count for beta in BETAS]
        layers = [
            layer * (1 - RATE * DECAY)
            - RATE * (m / unbiased[0]) / (np.sqrt(v / unbiased[1]) + 1e-8)
            for layer, m, v in zip(layers, means, squares)
        ]
        return loss, layers, means, squares, count + 1

    zeros = [numpy.zeros_like(layer) for layer in layers]
    state = [layers, zeros, zeros, 1.0]

    def step():
        loss, *state[:] = jax.block_until_ready(stepped(*state))
        return loss

    steps_of(step)


def with_scipy():
    from scipy.optimize import curve_fit

    path = os.path.join(HERE, "..", "..", "tests", "data", "nist", "Misra1a.csv")
    y, x = numpy.loadtxt(path, delimiter=",", skiprows=1, unpack=True)

    def curve(x, b1, b2):
        return b1 * (1 - numpy.exp(-b2 * x))

    def slopes(x, b1, b2):
        falling = numpy.exp(-b2 * x)
        return numpy.stack((1 - falling, b1 * x * falling), axis=1)

    for name, start in (("first start", (500, 1e-4)), ("second start", (250, 5e-4))):
        best(f"fit, {name}", lambda: curve_fit(curve, x, y, p0=start), 1)
        best(f"fit with its slopes, {name}", lambda: curve_fit(curve, x, y, p0=start, jac=slopes), 1)


{"numpy": with_numpy, "jax": with_jax, "torch": with_torch, "scipy": with_scipy}[sys.argv[1]]()
