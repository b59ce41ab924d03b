import assert from 'node:assert/strict';
import { chunkText } from '../../../src/engine/workers/chunker';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const py = (text: string, name: string): Promise<string[]> => usesOf('a.py', text, name);

const padding = `\nPADDING = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]\n`;

describe('Python', () => {
  it('a class that calls a function that uses numpy carries the function, the function its import', async () => {
    const text = `import numpy as np
${padding.repeat(3)}

def normalize(values):
    """Scales values to unit length, leaves those without a length as they are."""
    length = np.linalg.norm(values)
    return values / length if length else values


class Searcher:
    """Finds the nearest of the vectors it was given to a query, by their angle."""

    def __init__(self, vectors):
        self.vectors = [normalize(vector) for vector in vectors]
`;
    const chunks = await searchedChunks('search.py', text, 70);
    assert.deepEqual(importsOf(chunkWith(chunks, 'np.linalg')), ['import numpy as np']);
    const caller = chunkWith(chunks, 'normalize(vector)');
    assert.deepEqual(globalsOf(caller), ['normalize']);
    assert.match(caller.context, /def normalize\(values\)/);
    assert.deepEqual(importsOf(caller), []);
  });

  describe('imports', () => {
    async function narrowed(statement: string, ...names: string[]): Promise<string[]> {
      const text = `${statement}\n${padding.repeat(3)}\ndef subject():\n    return [${names.join(', ')}]\n`;
      return importsOf(chunkWith(await searchedChunks('a.py', text, 90), 'subject'));
    }

    it('are narrowed to the used names', async () => {
      assert.deepEqual(await narrowed('import os, sys as system', 'system'), ['import sys as system']);
      assert.deepEqual(await narrowed('import os.path, sys', 'os'), ['import os.path']);
      assert.deepEqual(await narrowed('from a.b import (\n    c,\n    d as e,\n)', 'e'), ['from a.b import d as e']);
      assert.deepEqual(await narrowed('from .. import x, y', 'y', 'x'), ['from .. import x, y']);
    });

    it('inside if, try and with count', async () => {
      const text = `
if TYPE_CHECKING:
    from t import T
try:
    import json
except ImportError:
    json = None
with patched():
    from late import thing


def subject(x: T):
    return json.dumps(thing)
`;
      assert.deepEqual(await py(text, 'subject'), ['T', 'json', 'thing']);
    });

    it('that may fail are carried with what replaces them then, which comes first', async () => {
      const filler = `def filler(a, b, c, d):\n    return [a, b, c, d, a + b, b + c, c + d, d + a, a - b, b - c, c - d, d - a]\n`;
      const text = `
try:
    import ssl
except ImportError:  # pragma: no cover
    ssl = None


def fast(x):
    return x + 1


${filler}

try:
    from _speedups import fast
except ImportError:
    pass


${filler.replace('filler', 'another')}

def connect(host, value):
    return ssl.create_default_context(fast(host), value, value, host)
`;
      const chunk = chunkWith(await searchedChunks('a.py', text), 'def connect');
      assert.deepEqual(importsOf(chunk), ['import ssl', 'from _speedups import fast']);
      assert.deepEqual(globalsOf(chunk), ['fast', 'ssl']);
      const roomy = await chunkText({ path: 'a.py', text }, { maxTokens: 60, contextShare: 1 });
      const { context } = chunkWith(
        roomy.chunks.filter((each) => each.role !== 'parent'),
        'def connect',
      );
      assert.match(context, /ssl = None\ndef fast\(x\):\n {4}return x \+ 1\nimport ssl\nfrom _speedups import fast\n$/);
    });

    it('that a definition replaces for good are not carried twice', async () => {
      const text = `from a import wrap, value\n\n\ndef value():\n    return wrap\n\n\ndef subject():\n    return value()\n`;
      assert.deepEqual(await py(text, 'subject'), ['value']);
    });

    it('from the future bind nothing', async () => {
      assert.deepEqual(
        await py('from __future__ import annotations\n\ndef subject():\n    return annotations\n', 'subject'),
        [],
      );
    });

    it('inside a function hide names, and their modules are not uses', async () => {
      const text = `
import json, os, sys


def subject():
    import json
    from os import path
    from sys import argv as os
    return json, os
`;
      assert.deepEqual(await py(text, 'subject'), []);
    });
  });

  describe('uses', () => {
    it('are found in decorators, defaults, annotations, bases and f-strings', async () => {
      const text = `
from m import dec, Default, Note, Base, Meta, value, Result


@dec
class Subject(Base, metaclass=Meta):
    def run(self, x: Note = Default) -> Result:
        return f"{value!r:>{x}}"
`;
      assert.deepEqual(await py(text, 'Subject'), ['Base', 'Default', 'Meta', 'Note', 'Result', 'dec', 'value']);
    });

    it('are not attributes, keyword arguments, strings or comments', async () => {
      const text = `
from m import a, b, c, d


def subject(x):
    # c
    return x.a, call(b=1), "d"
`;
      assert.deepEqual(await py(text, 'subject'), []);
    });

    it('include assignments to a global', async () => {
      const text = `
count = 0
other = 0


def subject():
    global count
    count = 1
    other = 2
    return other
`;
      assert.deepEqual(await py(text, 'subject'), ['count']);
    });
  });

  describe('hiding', () => {
    it('by parameters of every kind', async () => {
      const text = `
from m import a, b, c, d, e, f, g


def subject(a, /, b: int, c=g, *d, e: str = "", **f):
    return a, b, c, d, e, f
`;
      assert.deepEqual(await py(text, 'subject'), ['g']);
    });

    it('by assignments anywhere in the function', async () => {
      const text = `
from m import a, b, c, d, e, f, g, h


def subject():
    print(a)
    a = 1
    b, (c, *d) = 2, (3, 4)
    for e in []:
        pass
    with open("x") as (f, g):
        pass
    if (h := 1):
        return a, b, c, d, e, f, g, h
`;
      assert.deepEqual(await py(text, 'subject'), []);
    });

    it('by except, del, nested definitions and lambdas', async () => {
      const text = `
from m import a, b, c, d, e, f


def subject():
    try:
        pass
    except ValueError as a:
        print(a)
    def b(): ...
    class c: ...
    del d, e
    return b, c, (lambda f: f), f
`;
      assert.deepEqual(await py(text, 'subject'), ['f']);
    });

    it('by comprehensions only inside the comprehension', async () => {
      const text = `
from m import a, b, c


def subject():
    return [a for a in c], {a: b for a, b in c}, b
`;
      assert.deepEqual(await py(text, 'subject'), ['b', 'c']);
    });

    it('does not see parameters in defaults and annotations', async () => {
      const text = `
from m import a, b


def subject(a: a, b=b):
    return 1
`;
      assert.deepEqual(await py(text, 'subject'), ['a', 'b']);
    });

    it('does not see the names of a class body in its methods', async () => {
      const text = `
from m import limit, other


class Subject:
    limit = 1
    twice = limit * 2

    def run(self):
        return limit


class Plain:
    other = 1
    twice = other * 2
`;
      assert.deepEqual(await py(text, 'Subject'), ['limit']);
      assert.deepEqual(await py(text, 'Plain'), []);
    });

    it('by names that a match captures, not by names that it compares', async () => {
      const text = `
from m import a, b, c, d, key, Color, Point


def subject(value):
    match value:
        case Color.RED | Color.BLUE:
            return 1
        case Point(key=a, y=Color.GREEN):
            return a
        case [b, *c] | {"d": d}:
            return b, c, d
`;
      assert.deepEqual(await py(text, 'subject'), ['Color', 'Point']);
    });

    it('by type parameters, whose bounds are uses', async () => {
      const text = `
from m import T, Limit


def subject[T: Limit](x):
    return cast(T, x)
`;
      assert.deepEqual(await py(text, 'subject'), ['Limit']);
    });
  });

  describe('definitions', () => {
    it('have the right kinds', async () => {
      const text = `
LIMIT = 3
first = second = None
(third, *rest), fourth = call()
config["key"] = object.field = 1


class Shape:
    sides = 0

    def area(self): ...


async def run(): ...


type Pair = tuple[int, int]
`;
      assert.deepEqual(symbolsOf(await searchedChunks('a.py', text, 2000)), [
        ...[
          'constant LIMIT',
          'variable first',
          'variable second',
          'variable third',
          'variable rest',
          'variable fourth',
        ],
        ...['class Shape', 'field sides', 'method area', 'function run', 'type Pair'],
      ]);
    });

    it('inside blocks at module level count', async () => {
      const text = `
with open("x") as file:
    DATA = file.read()
for name in []:
    LAST = name
while True:
    if DATA:
        MODE = 1


def subject():
    return DATA, LAST, MODE
`;
      assert.deepEqual(await py(text, 'subject'), ['DATA', 'LAST', 'MODE']);
    });

    it('keep their comments, decorators and docstring', async () => {
      const text = `import functools
${padding}
# Remembers what it read.
@functools.cache
def read(path):
    """Reads a file."""
    return open(path).read()
${padding}`;
      const chunk = chunkWith(await searchedChunks('a.py', text), 'def read');
      assert.match(chunk.text, /^\s*# Remembers.*@functools\.cache\ndef read.*"""Reads a file\."""/s);
      assert.deepEqual(importsOf(chunk), ['import functools']);
    });

    it('that are too large for one chunk carry their signature in every piece', async () => {
      const lines = Array.from({ length: 30 }, (_, i) => `    step_${i} = prepare(${i}, "argument number ${i}")`);
      const text = `from lib import prepare\n${padding}\n\ndef long(values: list[int]) -> int:\n${lines.join('\n')}\n    return step_1\n`;
      const chunks = await searchedChunks('a.py', text, 120);
      const last = chunkWith(chunks, 'return step_1');
      assert.match(last.context, /# def long\(values: list\[int\]\) -> int:/);
      assert.deepEqual(importsOf(last), ['from lib import prepare']);
      assert.equal(last.name, 'long');
    });
  });
});
