"""One round of every case over rows of data in one peer, on one thread: lines of a name and nanoseconds.

rows.py PEER FOLDER, where PEER is numpy (by hand), jax (compiled) or scipy, and FOLDER has the table that
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


def columns(rows):
    """The columns of the line, then those of Misra1a, of so many rows."""
    x, curve = numpy.linspace(0, 1, rows), numpy.linspace(77.6, 760, rows)
    return (x, 1 + 2 * x), (curve, 239 * (1 - numpy.exp(-5.5e-4 * curve)))


def by_hand():
    def line(m, c, x, y):
        error = m * x + c - y
        upstream = error * (2 / len(x))
        return error @ error / len(x), upstream @ x, upstream.sum()

    def curve(b1, b2, x, y):
        falling = numpy.exp(-b2 * x)
        rising = 1 - falling
        error = b1 * rising - y
        upstream = error * (2 / len(x))
        return error @ error / len(x), upstream @ rising, (upstream * falling) @ x * b1

    return line, curve


def compiled():
    import jax
    import jax.numpy as np

    jax.config.update("jax_enable_x64", True)

    def line(m, c, x, y):
        return np.mean((m * x + c - y) ** 2)

    def curve(b1, b2, x, y):
        return np.mean((b1 * (1 - np.exp(-b2 * x)) - y) ** 2)

    def with_grads(model):
        both = jax.jit(jax.value_and_grad(model, argnums=(0, 1)))

        def run(one, other, x, y):
            value, grads = jax.block_until_ready(both(one, other, x, y))
            return value, *grads

        return run

    return with_grads(line), with_grads(curve)


def passes(line, curve, moved):
    """Value and all grads of both models at every size; `moved` puts columns where the peer has them."""
    for rows in SIZES:
        ends, wanted = columns(rows), by_hand()
        for name, model, hand, start, (x, y) in (
            ("line", line, wanted[0], (1.0, 0.5), ends[0]),
            ("Misra1a", curve, wanted[1], (500.0, 1e-4), ends[1]),
        ):
            expected = hand(*start, x, y)
            x, y = moved(x), moved(y)
            for found, want in zip(model(*start, x, y), expected):
                assert abs(found - want) < 1e-9 * abs(want), (name, found, want)
            best(f"{name}, {rows:,} rows", lambda: model(*start, x, y), rows)


def with_numpy():
    passes(*by_hand(), lambda column: column)
    path = os.path.join(sys.argv[2], "million.csv")
    start = time.perf_counter()
    x, y = numpy.loadtxt(path, delimiter=",", skiprows=1, unpack=True)
    print(f"read: {(time.perf_counter() - start) / len(x) * 1e9}", flush=True)


def with_jax():
    import jax

    passes(*compiled(), jax.device_put)


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


{"numpy": with_numpy, "jax": with_jax, "scipy": with_scipy}[sys.argv[1]]()
