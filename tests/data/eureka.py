"""Writes eureka.csv: the losses of the demo of EurekaLabs' micrograd, by its algorithm in plain loops.

    python3 tests/data/eureka.py > tests/data/eureka.csv

It trains the network of examples/eureka.grad from the same points and weights: a forward and a backward pass over all points, written
out for this network, and AdamW. A line is a step, from 0, and the losses over the points of training and of validation before it.
The first ten of training, and those of validation before the steps 0 and 10, are what the demo itself prints.
"""

import csv
import math
import pathlib

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
HIDDEN, CLASSES = range(8), range(3)
RATE, BETA1, BETA2, DECAY, STEPS = 0.1, 0.9, 0.95, 1e-4, 100


def table(name):
    with open(EXAMPLES / name, encoding="utf-8") as file:
        return [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]


def bias(neuron):
    return 3 * neuron + 2


def weight(neuron, output):
    return 24 + 9 * output + neuron


def outputs(w, x, y):
    hidden = [math.tanh(w[3 * i] * x + w[3 * i + 1] * y + w[bias(i)]) for i in HIDDEN]
    scores = [sum(w[weight(i, o)] * hidden[i] for i in HIDDEN) + w[weight(8, o)] for o in CLASSES]
    return hidden, scores


def loss(w, points):
    total = 0.0
    for x, y, label in points:
        _, scores = outputs(w, x, y)
        total -= scores[int(label)] - math.log(sum(math.exp(score) for score in scores))
    return total / len(points)


def gradient(w, points):
    grads = [0.0] * len(w)
    for x, y, label in points:
        hidden, scores = outputs(w, x, y)
        total = sum(math.exp(score) for score in scores)
        arriving = [0.0 for _ in HIDDEN]
        for o in CLASSES:
            upstream = (math.exp(scores[o]) / total - (o == label)) / len(points)
            grads[weight(8, o)] += upstream
            for i in HIDDEN:
                grads[weight(i, o)] += upstream * hidden[i]
                arriving[i] += upstream * w[weight(i, o)]
        for i in HIDDEN:
            upstream = arriving[i] * (1 - hidden[i] ** 2)
            grads[3 * i] += upstream * x
            grads[3 * i + 1] += upstream * y
            grads[bias(i)] += upstream
    return grads


train, validation = table("eureka.csv"), table("eureka_validation.csv")
w = [row[0] for row in table("eureka_weights.csv")]
m, v = [0.0] * len(w), [0.0] * len(w)
print("step,train,validation")
for step in range(STEPS + 1):
    print(step, loss(w, train), loss(w, validation), sep=",")
    for i, grad in enumerate(gradient(w, train)):
        m[i] = BETA1 * m[i] + (1 - BETA1) * grad
        v[i] = BETA2 * v[i] + (1 - BETA2) * grad**2
        mean, square = m[i] / (1 - BETA1 ** (step + 1)), v[i] / (1 - BETA2 ** (step + 1))
        w[i] -= RATE * (mean / (math.sqrt(square) + 1e-8) + DECAY * w[i])
