import math
import numpy as np
import matplotlib.pyplot as plt
%matplotlib inline

def f(x):
  return 3*x**2 - 4*x + 5

f(3.0)
xs = np.arange(-5, 5, 0.25)
plt.plot(xs, ys)
a = 2.0
b = -3.0
c = 10.0
d = a*b + c
print(d)

h = 0.0001

# inputs
d1 = a*b + c
c += h
d2 = a*b + c

print('d1', d1)
print('slope', (d2 - d1)/h)

class Value:

  def __init__(self, data, _children=(), _op='', label=''):
    self.data = data
    self.grad = 0.0
    self._backward = lambda: None; self._prev = set(_children)
    self._op = _op
    self.label = label

  def __repr__(self):
    return f"Value(data={self.data})"

  def __add__(self, other):
    """Adds another value,
or a number; it may be used: a + 1
    """
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), '+')

    def _backward():
      self.grad += 1.0 * out.grad
      other.grad += 1.0 * out.grad
    out._backward = _backward

    return out

# ---- the other operations are alike
  @property
  def neg(self): # -self
    return self * -1

:reset
a = Value(2.0, label='a')
b = Value(-3.0, label='b')
c = Value(10.0, label='c')
e = a*b; e.label = 'e'
d = e + c; d.label = 'd'
f = Value(-2.0, label='f')
L = d * f; L.label = 'L'
L
d._prev
d._op

from graphviz import Digraph

def trace(root):
  # builds a set of all nodes and edges in a graph
  nodes, edges = set(), set()
  return nodes, edges

def draw_dot(root):
  dot = Digraph(format='svg', graph_attr={'rankdir': 'LR'}) # LR = left to right

  return dot

draw_dot(L)
L.grad = 1.0
d.grad = -2.0
a.data += 0.01 * a.grad
b.data += 0.01 * b.grad
:step -0.01
print(L.data)

plt.plot(np.arange(-5,5,0.2), np.tanh(np.arange(-5,5,0.2))); plt.grid();

# inputs x1,x2
x1 = Value(2.0, label='x1')
x2 = Value(0.0, label='x2')
# weights w1,w2
w1 = Value(-3.0, label='w1')
w2 = Value(1.0, label='w2')
# bias of the neuron
b = Value(6.8813735870195432, label='b')
# x1*w1 + x2*w2 + b
x1w1 = x1*w1; x1w1.label = 'x1*w1'
x2w2 = x2*w2; x2w2.label = 'x2*w2'
x1w1x2w2 = x1w1 + x2w2; x1w1x2w2.label = 'x1*w1 + x2*w2'
n = x1w1x2w2 + b; n.label = 'n'
o = n.tanh(); o.label = 'o'
draw_dot(o)
o.grad = 1.0
o._backward()
n._backward()

topo = []
visited = set()
def build_topo(v):
  if v not in visited:
    visited.add(v)
    for child in v._prev:
      build_topo(child)
    topo.append(v)
build_topo(o)
topo
for node in reversed(topo):
  node._backward()
o.backward()
x1.grad

:reset
a = Value(3.0, label='a')
b = a + a   ; b.label = 'b'
b.backward()
draw_dot(b)

a = Value(-2.0, label='a')
b = Value(3.0, label='b')
d = a * b    ; d.label = 'd'
e = a + b    ; e.label = 'e'
f = d * e    ; f.label = 'f'
f.backward()

:reset
a = Value(2.0)
a + 1
2 * a
a.exp()
b = Value(4.0)
a / b
a - b

n = Value(0.8813735870195432, label='n')
# ----
e = (2*n).exp()
o = (e - 1) / (e + 1)
# ----
o.label = 'o'
o.backward()

import torch
x1 = torch.Tensor([2.0]).double()                ; x1.requires_grad = True
o = torch.tanh(n)
print(o.data.item())
o.backward()
print('---')
print('n', n.grad.item())

import random
class Neuron:

  def __init__(self, nin):
    self.w = [Value(random.uniform(-1,1)) for _ in range(nin)]
    self.b = Value(random.uniform(-1,1))

class MLP:

  def __init__(self, nin, nouts):
    sz = [nin] + nouts

:reset
n = MLP(3, [4, 4, 1])
:net n 3 4 4 1
n.parameters()
xs = [
  [2.0, 3.0, -1.0],
  [3.0, -1.0, 0.5],
]
x1 = [2, 3, 0.5, 1]; x2 = [3, -1, 1, 1]; x3 = [-1, 0.5, 1, -1]
ys = [1.0, -1.0, -1.0, 1.0] # desired targets
ypred = [n(x) for x in xs]
ypred = n(x1, x2, x3)
loss = sum((yout - ygt)**2 for ygt, yout in zip(ys, ypred))
loss = sum((ypred - ys)**2)
loss.data
n.layers[0].neurons[0].w[0].grad
for p in n.parameters():
  p.data += -0.01 * p.grad
for k in range(20):

  # forward pass
  ypred = [n(x) for x in xs]
  loss = sum((yout - ygt)**2 for ygt, yout in zip(ys, ypred))

  # backward pass
  for p in n.parameters():
    p.grad = 0.0
  loss.backward()

  # update
  for p in n.parameters():
    p.data += -0.1 * p.grad

  print(k, loss.data)

:step 0.1 20
loss.data
