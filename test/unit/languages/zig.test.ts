import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const source = `//! Points.
const std = @import("std");
const math = @import("math.zig").vector;
const c = @cImport({
    @cInclude("stdio.h");
});
const Allocator = std.mem.Allocator;

pub const limit: usize = 10;
var count: usize = 0;

/// A point in the plane, with the name under which it appears in the legend of the map that shows it.
pub const Point = struct {
    x: f32 = 0,
    limit: f32,
    const origin = Point{ .x = 0, .limit = 0 };

    /// Makes a point; the allocator is only needed for its name, which is copied and freed with the point.
    pub fn init(allocator: Allocator, x: f32) Point {
        count += 1;
        return .{ .x = x, .limit = @floatFromInt(limit) };
    }

    fn reset(self: *Point) void {
        self.* = origin;
    }
};

pub fn distance(a: Point, b: Point) f32 {
    const dx = math.sub(a.x, b.x);
    blk: for (a.limit, 0..) |item, i| {
        if (item == i) break :blk;
    }
    return dx;
}

test "distance of equal points" {
    const p = Point.origin;
    try std.testing.expectEqual(distance(p, p), 0);
}
`;

describe('Zig', () => {
  it('@import and @cImport are imports', async () => {
    const chunks = await searchedChunks('point.zig', source, 100);
    assert.ok(importsOf(chunkWith(chunks, 'const dx')).includes('const math = @import("math.zig").vector;'));
    assert.ok(importsOf(chunkWith(chunks, 'expectEqual')).includes('const std = @import("std");'));
    assert.deepEqual(importsOf(chunkWith(chunks, 'count += 1')), []);
  });

  it('types, calls and values are uses; fields, labels and payloads are not', async () => {
    assert.deepEqual(await usesOf('point.zig', source, 'distance'), ['Point', 'math']);
    assert.deepEqual(await usesOf('point.zig', source, 'Point'), ['Allocator', 'count', 'limit']);
  });

  it('code in a struct uses its declarations without a qualifier', async () => {
    assert.deepEqual(await usesOf('point.zig', source, 'reset'), ['Point', 'origin']);
  });

  it('docs stay with their functions, also inside a struct', async () => {
    const init = chunkWith(await searchedChunks('point.zig', source, 90), 'count += 1');
    assert.match(init.text, /\/\/\/ Makes a point/);
    assert.deepEqual(init.scope, ['Point']);
    assert.deepEqual(
      globalsOf(init).filter((name) => name !== 'Point'),
      ['Allocator', 'count', 'limit'],
    );
  });

  it('definitions are functions, methods, structs, enums, constants, variables and tests', async () => {
    const text = `${source}
const Kind = enum(u8) { a, b };
const Value = union(enum) { int: i32, none };
const Failure = error{ Missing, Broken };
test { _ = Point; }
`;
    assert.deepEqual(symbolsOf(await searchedChunks('point.zig', text, 1000)), [
      'constant Allocator',
      'constant limit',
      'variable count',
      'struct Point',
      'constant origin',
      'method init',
      'method reset',
      'function distance',
      'test "distance of equal points"',
      'enum Kind',
      'struct Value',
      'enum Failure',
      'test test',
    ]);
  });
});
