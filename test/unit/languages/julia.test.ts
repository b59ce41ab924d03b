import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `module Shapes

using LinearAlgebra
import Base: show, length as len
import JSON, CSV
using ..Tools: area_of, @trace

export Point, area

const LIMIT = 10

abstract type Shape end

"A point in the plane."
struct Point{T<:Real} <: Shape
    x::T
    y::T
end

"""
    norm2(p)

The length of a point.
"""
function norm2(p)
    @trace LinearAlgebra.norm([p.x, p.y]) + LIMIT
end

# The area of a shape is found by the tools, which know more about shapes than this module.
area(p) = area_of(norm2(p))

function save!(shapes)
    for area in shapes
        println(JSON.json(area), :LIMIT)
    end
    len(shapes)
end

macro twice(ex)
    esc(quote $ex; $ex end)
end

Base.show(io::IO, p::Point) = print(io, "Point")

end
`;

describe('Julia', () => {
  it('narrows imports to the used names, macros and aliases included', async () => {
    const chunks = await searchedChunks('shapes.jl', source, 48);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function norm2')), ['using LinearAlgebra', 'using ..Tools: @trace']);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function save!')), ['import Base: length as len', 'import JSON']);
  });

  it('carries constants, types and functions; symbols are not uses', async () => {
    const chunks = await searchedChunks('shapes.jl', source, 60);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function norm2')), ['LIMIT']);
    assert.ok(!globalsOf(chunkWith(chunks, 'function save!')).includes('LIMIT'));
  });

  it('typed parameters, defaults, locals, loop variables and fields hide names', async () => {
    const code = `scale = 2
limit = 3
struct Box
    scale::Int
end

function grow(box::Box, scale::Int=1; limit=scale)
    [scale * x + limit for x in box]
end

function shrink(box::Box)
    limit = box.scale
    map(scale -> scale / limit, f(limit=1))
end

double(scale) = scale * limit
`;
    const chunks = await searchedChunks('box.jl', code, 40);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'struct Box')), []);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function grow')), ['Box']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function shrink')), ['Box']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'double(scale)')), ['limit']);
  });

  it('keeps docstrings with their definition', async () => {
    const chunks = await searchedChunks('shapes.jl', source, 60);
    assert.match(chunkWith(chunks, 'struct Point').text, /"A point in the plane\."\nstruct Point/);
    assert.match(chunkWith(chunks, 'function norm2').text, /The length of a point\.\n"""\nfunction norm2/);
  });

  it('lists modules, types, functions in both forms, macros and methods of other modules', async () => {
    const symbols = symbolsOf(await searchedChunks('shapes.jl', source, 400));
    for (const symbol of [
      'module Shapes',
      'constant LIMIT',
      'type Shape',
      'struct Point',
      'function norm2',
      'function area',
      'function save!',
      'macro twice',
      'method show',
    ]) {
      assert.ok(symbols.includes(symbol), `${symbol} is not in ${symbols.join(', ')}`);
    }
  });
});
