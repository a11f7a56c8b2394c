"""One round of every case in one peer, on one thread: lines of a name and nanoseconds.

peers.py PEER, where PEER is micrograd, torch, jax, uncertainties or GTC. torch and jax work on whole
tensors, compiled in jax: what a person would reach for instead. What a peer cannot do, or only at a smaller size, is
left out, or said for each unit.
"""
import csv
import os
import sys
import threading
import time

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples")


def table(name):
    """The rows of a table below its titles."""
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        return [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]


POINTS = table("moons.csv")
PARAMETERS = [row[0] for row in table("moons_weights.csv")]
RATE, STEPS, LATER, MILLION = 0.1, 100, 2000, 1_000_000
LOSS = 0.09755199454615722


def say(name, run, units):
    start = time.perf_counter()
    run()
    print(f"{name}: {(time.perf_counter() - start) / units * 1e9}", flush=True)


def check(loss):
    assert abs(loss - LOSS) < 1e-8, loss


def unpack(p):
    first, second = p[:48].reshape(16, 3), p[48:320].reshape(16, 17)
    return first[:, :2], first[:, 2], second[:, :16], second[:, 16], p[320:336], p[336]


def micrograd():
    from micrograd.engine import Value

    parameters = [Value(number) for number in PARAMETERS]

    def loss():
        total = Value(0.0)
        for x, y, label in POINTS:
            inputs, at = [x, y], 0
            for layer, neurons in enumerate((16, 16, 1)):
                outputs, width = [], len(inputs)
                for _ in range(neurons):
                    weights = parameters[at:at + width]
                    out = sum((w * v for w, v in zip(weights, inputs)), parameters[at + width])
                    outputs.append(out.relu() if layer < 2 else out)
                    at += width + 1
                inputs = outputs
            total = total + (1 + -label * inputs[0]).relu()
        return total * (1.0 / len(POINTS)) + 1e-4 * sum(p * p for p in parameters)

    def step():
        root = loss()
        for p in parameters:
            p.grad = 0
        root.backward()
        for p in parameters:
            p.data -= RATE * p.grad

    say("demo", step, 1)
    assert abs(loss().data - 0.4726089260809178) < 1e-8
    ones = [Value(1.0 / (index + 1)) for index in range(10_000)]
    others = [Value(1.0 - one.data) for one in ones]
    say("dot product", lambda: sum(x * y for x, y in zip(ones, others)).backward(), 10_000)

    def neuron():
        for _ in range(1000):
            x1, x2, w1, w2, b = (Value(number) for number in (2, 0, -3, 1, 6.88))
            # It has no tanh.
            (x1 * w1 + x2 * w2 + b).relu().backward()

    say("neuron", neuron, 1000)


def torch():
    import torch

    torch.set_num_threads(1)
    tensor = lambda numbers: torch.tensor(numbers, dtype=torch.float64)
    x, y = tensor([row[:2] for row in POINTS]), tensor([row[2] for row in POINTS])
    p = tensor(PARAMETERS).requires_grad_()

    def loss():
        w1, b1, w2, b2, w3, b3 = unpack(p)
        score = torch.relu(torch.relu(x @ w1.T + b1) @ w2.T + b2) @ w3 + b3
        return torch.relu(1 - y * score).mean() + 1e-4 * (p * p).sum()

    def train(steps):
        for _ in range(steps):
            p.grad = None
            loss().backward()
            with torch.no_grad():
                p.sub_(RATE * p.grad)

    say("demo, first step", lambda: train(1), 1)
    train(STEPS)
    with torch.no_grad():
        p.copy_(tensor(PARAMETERS))
    say("demo", lambda: train(STEPS), STEPS)
    check(loss().item())
    say("demo, later steps", lambda: train(LATER), LATER)

    def chain():
        link = root = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
        for _ in range(10_000):
            link = torch.tanh(link)
        link.backward()

    chain()
    say("tanh chain", chain, 10_000)
    one = (1.0 / torch.arange(1, MILLION + 1, dtype=torch.float64)).requires_grad_()
    other = (1.0 - one.detach()).requires_grad_()

    def dot():
        for _ in range(10):
            one.grad = other.grad = None
            (one @ other).backward()

    dot()
    say("dot product", dot, 10 * MILLION)

    def neuron():
        for _ in range(100):
            numbers = [torch.tensor(n, dtype=torch.float64, requires_grad=True) for n in (2.0, 0.0, -3.0, 1.0, 6.88)]
            x1, x2, w1, w2, b = numbers
            torch.tanh(x1 * w1 + x2 * w2 + b).backward()

    neuron()
    say("neuron", neuron, 100)


def jax():
    import jax
    import jax.numpy as np

    jax.config.update("jax_enable_x64", True)
    x, y = np.array([row[:2] for row in POINTS]), np.array([row[2] for row in POINTS])
    start = np.array(PARAMETERS)

    def loss(p):
        w1, b1, w2, b2, w3, b3 = unpack(p)
        score = jax.nn.relu(jax.nn.relu(x @ w1.T + b1) @ w2.T + b2) @ w3 + b3
        return jax.nn.relu(1 - y * score).mean() + 1e-4 * (p * p).sum()

    step = jax.jit(lambda p: p - RATE * jax.grad(loss)(p))

    def train(p, steps):
        for _ in range(steps):
            p = step(p)
        return p.block_until_ready()

    # It compiles then.
    say("demo, first step", lambda: train(start, 1), 1)
    trained = train(start, STEPS)
    check(float(loss(trained)))
    say("demo", lambda: train(start, STEPS), STEPS)
    say("demo, later steps", lambda: train(trained, LATER), LATER)
    chain = jax.jit(jax.grad(lambda x: jax.lax.scan(lambda x, _: (np.tanh(x), None), x, length=MILLION)[0]))
    chain(0.5).block_until_ready()
    say("tanh chain", lambda: chain(0.5).block_until_ready(), MILLION)
    one = 1.0 / np.arange(1.0, MILLION + 1)
    dot = jax.jit(jax.grad(lambda pair: pair[0] @ pair[1]))
    jax.block_until_ready(dot((one, 1.0 - one)))
    say("dot product", lambda: jax.block_until_ready(dot((one, 1.0 - one))), MILLION)
    neuron = jax.jit(jax.grad(lambda v: np.tanh(v[0] * v[2] + v[1] * v[3] + v[4])))
    inputs = np.array([2, 0, -3, 1, 6.88])
    neuron(inputs).block_until_ready()
    say("neuron", lambda: [neuron(inputs).block_until_ready() for _ in range(1000)], 1000)


def uncertain_sum(inputs, uncertain, u_of):
    """The uncertainty of a sum of squares of as many inputs, the sum included."""
    values = [uncertain(1 + index / inputs, 0.1) for index in range(inputs)]
    want = sum((2 * (1 + index / inputs) * 0.1) ** 2 for index in range(inputs)) ** 0.5

    def run():
        found = u_of(sum(value * value for value in values))
        assert abs(found - want) < 1e-9 * want, found

    say("uncertain sum", run, inputs)


def uncertainties():
    import uncertainties

    uncertain_sum(20_000, uncertainties.ufloat, lambda value: value.std_dev)


def gtc():
    import GTC

    # Its time grows with the square of the inputs.
    uncertain_sum(2_000, GTC.ureal, GTC.uncertainty)


# micrograd recurses over the graph.
sys.setrecursionlimit(1 << 20)
threading.stack_size(1 << 29)
PEERS = {
    "micrograd": micrograd,
    "torch": torch,
    "jax": jax,
    "uncertainties": uncertainties,
    "GTC": gtc,
}
thread = threading.Thread(target=PEERS[sys.argv[1]])
thread.start()
thread.join()
