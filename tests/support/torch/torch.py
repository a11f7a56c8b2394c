"""A stand-in for PyTorch, of what exported scripts of networks and classes use.

A tensor is a number or a list of them; operations record how to pass a grad on.
"""

import math

float64, nan = "float64", math.nan
set_default_dtype = lambda _: None


class Tensor:
    def __init__(self, data, parents=(), requires_grad=False):
        self.data, self.parents, self.grad = data, parents, None
        self.requires_grad = requires_grad or any(parent.requires_grad for parent, _ in parents)

    def rows(self):
        return len(self.data) if isinstance(self.data, list) else None

    def retain_grad(self): pass
    def double(self): return self
    def item(self): return float(self.data)

    def backward(self):
        order, seen, work = [], set(), [(self, False)]
        while work:
            node, done = work.pop()
            if done: order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                work += [(node, True), *((parent, False) for parent, _ in node.parents)]
        grads = {id(self): 1.0}
        for node in reversed(order):
            grad = grads.get(id(node), 0.0)
            node.grad = Tensor(grad if node.grad is None else added(node.grad.data, grad))
            for parent, passed in node.parents:
                grads[id(parent)] = added(grads.get(id(parent), like(parent, 0.0)), fit(parent, passed(grad)))

    def __getitem__(self, at):
        if at == (): return self
        def passed(grad):
            to = [0.0]*len(self.data)
            to[at] = grad
            return to
        return Tensor(self.data[at], [(self, passed)])

    def __neg__(self): return each(lambda x: (-x, -1.0))(self)
    def __add__(self, other): return both(lambda x, y: (x + y, 1.0, 1.0))(self, other)
    def __sub__(self, other): return both(lambda x, y: (x - y, 1.0, -1.0))(self, other)
    def __mul__(self, other): return both(lambda x, y: (x*y, y, x))(self, other)
    def __truediv__(self, other): return both(lambda x, y: (x/y, 1/y, -x/y**2))(self, other)
    def __pow__(self, other): return both(lambda x, y: (x**y, y*x**(y - 1), 0.0 if x <= 0 else x**y*math.log(x)))(self, other)
    def __rsub__(self, other): return tensor(other) - self
    def __rtruediv__(self, other): return tensor(other)/self
    def __rpow__(self, other): return tensor(other)**self
    __radd__, __rmul__ = __add__, __mul__
    def __eq__(self, other): return both(lambda x, y: (x == y, 0.0, 0.0))(self, other)
    def __lt__(self, other): return both(lambda x, y: (x < y, 0.0, 0.0))(self, other)
    def __ge__(self, other): return both(lambda x, y: (x >= y, 0.0, 0.0))(self, other)
    def __and__(self, other): return both(lambda x, y: (x and y, 0.0, 0.0))(self, other)
    __hash__ = object.__hash__


def tensor(data, requires_grad=False):
    return data if isinstance(data, Tensor) else Tensor(data, requires_grad=requires_grad)


def spread(data, rows): return data if isinstance(data, list) else [data]*(rows or 1)
def like(node, number): return number if node.rows() is None else [number]*node.rows()
def fit(node, grad): return math.fsum(grad) if node.rows() is None and isinstance(grad, list) else grad


def added(one, other):
    if not isinstance(one, list) and not isinstance(other, list): return one + other
    rows = len(one if isinstance(one, list) else other)
    return [x + y for x, y in zip(spread(one, rows), spread(other, rows))]


def mapped(inputs, function):
    """A function of numbers that gives one, and its slopes, applied to tensors, row by row."""
    inputs = [tensor(it) for it in inputs]
    rows = next((it.rows() for it in inputs if it.rows() is not None), None)
    found = [function(*row) for row in zip(*(spread(it.data, rows) for it in inputs))]
    def passed(place):
        def to(grad):
            products = [row[place]*one for row, one in zip(found, spread(grad, rows))]
            return products[0] if rows is None else products
        return to
    data = [row[0] for row in found]
    return Tensor(data[0] if rows is None else data, [(it, passed(n + 1)) for n, it in enumerate(inputs)])


def each(function): return lambda x: mapped([x], function)
def both(function): return lambda x, y: mapped([x, y], function)


def joined(x, y):
    most = max(x, y)
    out = most + math.log(math.exp(x - most) + math.exp(y - most))
    return out, math.exp(x - out), math.exp(y - out)


tanh = each(lambda x: (math.tanh(x), 1 - math.tanh(x)**2))
relu = each(lambda x: (max(x, 0.0), float(x > 0)))
exp = each(lambda x: (math.exp(x), math.exp(x)))
log = each(lambda x: (math.log(x), 1/x))
round = each(lambda x: (float(math.floor(x + 0.5)), 0.0))
logaddexp = both(joined)
maximum = both(lambda x, y: (max(x, y), 0.5*((x > y) + (x >= y)), 0.5*((y > x) + (y >= x))))
where = lambda test, x, y: mapped([test, x, y], lambda t, x, y: (x if t else y, 0.0, float(t), float(not t)))
sum = lambda x: Tensor(math.fsum(x.data), [(x, lambda grad: [grad]*x.rows())])
mean = lambda x: sum(x)/float(x.rows())
zeros_like = lambda node: Tensor(like(node, 0.0))
