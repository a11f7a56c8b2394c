"""Every example against PyTorch, to 1e-10.

examples.py GRADCALC, where GRADCALC is the program. Each script in examples/ is run, and the graph of its
root exported as a PyTorch script, which compares all data and grads. The two networks are then trained by
PyTorch on tensors, from the weights that ours begin with, and compared loss by loss and leaf by leaf.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

import torch

torch.set_default_dtype(torch.float64)
PROGRAM = os.path.abspath(sys.argv[1])
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
CLOSE = 1e-10
STEPS = (1, 2, 10, 20, 50, 100)


def gradcalc(statements):
    """What the program answers to these statements, as objects."""
    text = "\n".join(statements)
    answer = subprocess.run([PROGRAM, "--format", "json"], input=text, cwd=EXAMPLES, text=True,
                            capture_output=True, check=True).stdout
    return [json.loads(line) for line in answer.splitlines()]


def compare(what, found, wanted):
    found, wanted = torch.as_tensor(found), torch.as_tensor(wanted)
    apart = ((found - wanted).abs() / wanted.abs().clamp(min=1)).max().item()
    assert apart <= CLOSE, f"{what}: {apart} apart"
    print(f"{what}: {apart:.1e} apart")


def exported(script):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.py")
        gradcalc([f":load {script}", f":export python {path}"])
        said = subprocess.run([sys.executable, path], text=True, capture_output=True, check=True)
        print(f"{script}: {said.stdout.strip()}")


def table(name):
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        return torch.tensor([[float(cell) for cell in row] for row in list(csv.reader(file))[1:]])


def layers(leaves, sizes):
    """The weights and the biases of each layer, from leaves in our order."""
    found, first = [], 0
    for inputs, neurons in zip(sizes, sizes[1:]):
        count = neurons * (inputs + 1)
        layer = leaves[first:first + count].reshape(neurons, inputs + 1)
        found.append((layer[:, :inputs], layer[:, inputs]))
        first += count
    return found


def train(leaves, loss_of, rate, steps):
    """The losses before each step and after the last."""
    losses = []
    for step in range(steps):
        loss = loss_of(leaves)
        losses.append(loss.item())
        (grads,) = torch.autograd.grad(loss, leaves)
        with torch.no_grad():
            leaves -= rate(step) * grads
    return losses + [loss_of(leaves).item()]


def trained(script, rate):
    """The statements of a script but for those that train and draw, and its leaves before that."""
    with open(os.path.join(EXAMPLES, script), encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if not line.startswith((":step", ":plot"))]
    leaves = torch.tensor(leaves_of(lines))
    losses = [gradcalc(lines + [f":step {rate} {steps}", "loss"])[-1]["data"] for steps in STEPS]
    return leaves, losses, leaves_of(lines + [f":step {rate} {STEPS[-1]}"])


def leaves_of(lines):
    """The leaves of the network, in the order in which they are drawn."""
    def place(node):
        kind, numbers = node["name"][4], [int(part) for part in node["name"][5:].split(".")]
        # The bias of a neuron comes after its weights.
        return numbers[:2], kind == "b", numbers[2:]

    nodes = gradcalc(lines + [":grad loss mlp"])[-1]["nodes"]
    return [node["data"] for node in sorted(nodes, key=place)]


def moons():
    x1, x2, y = table("moons.csv").T
    sizes = [2, 16, 16, 1]

    def loss_of(leaves):
        out = torch.stack([x1, x2])
        for at, (weights, biases) in enumerate(layers(leaves, sizes)):
            out = weights @ out + biases[:, None]
            out = torch.relu(out) if at < 2 else out
        return torch.relu(1 - y * out[0]).mean() + 1e-4 * (leaves * leaves).sum()

    return loss_of, "(1 - 0.9k/100)", lambda step: 1 - 0.9 * step / 100


def mlp():
    xs = torch.tensor([[2, 3, 0.5, 1], [3, -1, 1, 1], [-1, 0.5, 1, -1]])
    y = torch.tensor([1.0, -1, -1, 1])

    def loss_of(leaves):
        out = xs
        for weights, biases in layers(leaves, [3, 4, 4, 1]):
            out = torch.tanh(weights @ out + biases[:, None])
        return ((out[0] - y)**2).sum()

    return loss_of, "0.1", lambda step: 0.1


for script in sorted(name for name in os.listdir(EXAMPLES) if name.endswith(".grad")):
    exported(script)
for script, (loss_of, typed, rate) in (("mlp.grad", mlp()), ("moons.grad", moons())):
    leaves, losses, ends = trained(script, typed)
    leaves.requires_grad_()
    theirs = train(leaves, loss_of, rate, STEPS[-1])
    compare(f"{script}, losses", [theirs[steps] for steps in STEPS], losses)
    compare(f"{script}, leaves", leaves.detach(), ends)
