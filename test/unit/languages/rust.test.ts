import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const rust = (text: string): Promise<string[]> => usesOf('a.rs', text, 'subject');

const padding = `
static PADDING: [&str; 12] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
`;

/** The import statements of a function that is too far from them to share their chunk. */
async function importsFor(imports: string, body: string): Promise<string[]> {
  const text = `${imports}\n${padding.repeat(3)}\nfn subject() {\n    ${body}\n}\n`;
  return importsOf(chunkWith(await searchedChunks('a.rs', text, 90), 'subject'));
}

describe('Rust', () => {
  describe('imports', () => {
    it('are narrowed to the used leaves of a use tree', async () => {
      const tree = 'use std::{self, fmt::{self, Display as Show}, io::{Read, Write as _}};';
      assert.deepEqual(await importsFor(tree, 'fmt::format(x)'), ['use std::fmt;']);
      assert.deepEqual(await importsFor(tree, 'x::<Show>()'), ['use std::fmt::Display as Show;']);
      assert.deepEqual(await importsFor(tree, 'fmt::x::<Read>(std::y)'), ['use std::{self, fmt, io::Read};']);
      assert.deepEqual(await importsFor('pub(crate) use a::{b, c};', 'b()'), ['pub(crate) use a::b;']);
      assert.deepEqual(await importsFor('use {a::b, c::d};', 'd()'), ['use c::d;']);
      assert.deepEqual(await importsFor('use ::abs::path;', 'path()'), ['use ::abs::path;']);
    });

    it('include extern crates and modules in other files', async () => {
      assert.deepEqual(await importsFor('extern crate serde as sd;', 'sd::x()'), ['extern crate serde as sd;']);
      assert.deepEqual(await importsFor('mod parser;', 'parser::parse()'), ['mod parser;']);
    });

    it('with a star provide types that nothing else binds', async () => {
      assert.deepEqual(await importsFor('use super::*;', 'Config::load()'), ['use super::*;']);
      assert.deepEqual(await importsFor('use super::*;', 'Some(Vec::<u8>::new())'), []);
      assert.deepEqual(await importsFor('use std::collections::*;\nuse super::*;', 'HashMap::from(Config)'), [
        'use std::collections::*;',
        'use super::*;',
      ]);
    });

    it('of traits without a name are not attached to any chunk', async () => {
      assert.deepEqual(await importsFor('use std::io::Write as _;', 'Write::flush(x)'), []);
    });
  });

  describe('uses', () => {
    it('types, paths, bounds, macros and shorthand fields use names; fields, labels, lifetimes and variants do not', async () => {
      const text = `
use std::fmt;
use serde::Serialize;
struct Point { x: i32 }
enum Kind { A }
trait Bound {}
const LIMIT: usize = 1;
const A: usize = 1;
static name: i32 = 1;
static x: i32 = 1;
fn helper() {}
mod outer {}

fn subject<'name, T: Bound>(p: &'name T) -> Point {
    'outer: loop { break 'outer; }
    vec![LIMIT; helper()];
    p.helper.LIMIT();
    other::helper();
    fmt::format(Kind::A);
    Point { x }
}
`;
      assert.deepEqual(await rust(text), ['Bound', 'Kind', 'LIMIT', 'Point', 'fmt', 'helper', 'x']);
    });

    it('patterns in parameters, let, if let, match arms, loops and closures bind names', async () => {
      const text = `
static a: i32 = 1;
static b: i32 = 1;
static c: i32 = 1;
static d: i32 = 1;
static e: i32 = 1;
static f: i32 = 1;
static g: i32 = 1;
static h: i32 = 1;
struct Pair(i32, i32);
struct Named { d: i32 }

fn subject((a, _): (i32, i32), [b, ..]: [i32; 2]) {
    let Pair(c, ref mut x) = pair;
    let Named { d, y: z } = named;
    if let Some(e) = option { use_it(e) }
    match option { Some(f) if f > 1 => f, g @ 1..=5 => g, _ => 0 };
    for h in list { use_it(h) }
    use_it(a + b + c + d, |e| e);
    use_it(f);
}
`;
      assert.deepEqual(await rust(text), ['Named', 'Pair', 'f']);
    });

    it('a local hides names after its declaration', async () => {
      const text = `
use std::mem;
fn value() -> i32 { 1 }

fn subject() {
    let value = value();
    let mem = mem::take(value);
}
`;
      assert.deepEqual(await rust(text), ['mem', 'value']);
    });

    it('neither a method nor a parameter in its signature hides the module with the same name', async () => {
      const text = `
use std::fmt;
struct Point;
mod subject {
    impl fmt::Display for Point {
        fn fmt(&self, fmt: &mut fmt::Formatter) -> fmt::Result { Ok(()) }
    }
}
`;
      assert.deepEqual(await rust(text), ['Point', 'fmt']);
    });

    it('a parameter does not hide a type', async () => {
      assert.deepEqual(await rust('struct point;\nfn subject(point: i32) -> point { point }\n'), ['point']);
    });

    it('foreign functions are module-level names', async () => {
      assert.deepEqual(await rust('extern "C" { fn abs(x: i32) -> i32; }\nfn subject() { unsafe { abs(1) }; }\n'), [
        'abs',
      ]);
    });

    it('type parameters hide types', async () => {
      assert.deepEqual(await rust('struct T;\nstruct U;\nfn subject<T>() { let x: T; let y: U; }\n'), ['U']);
    });
  });

  describe('definitions', () => {
    const text = `//! A crate.

/// A point in the plane, with a name for the legend and a colour.
#[derive(Debug, Clone)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub name: String,
}
${padding}
impl std::fmt::Display for Point {
    /// Writes the point as a pair of numbers in parentheses, the way the rest of the program reads it again.
    #[inline]
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin() { assert_eq!(Point { x: 0.0, y: 0.0 }.x, 0.0, "the origin is where both are zero, by definition"); }
}
`;

    it('docs and attributes stay with the definition after them', async () => {
      const chunks = await searchedChunks('a.rs', text, 70);
      assert.match(chunkWith(chunks, 'pub struct Point').text, /\/\/\/ A point in the plane.*\n#\[derive/);
      assert.match(chunkWith(chunks, 'fn fmt').text, /\/\/\/ Writes the point.*\n\s*#\[inline\]/);
      assert.match(chunkWith(chunks, 'fn origin').text, /#\[test\]/);
    });

    it('an impl has the name of its type, carries the type and contains its methods', async () => {
      const chunks = await searchedChunks('a.rs', text, 100);
      const impl = chunkWith(chunks, 'impl std::fmt');
      assert.deepEqual([impl.kind, impl.name], ['impl', 'Point']);
      assert.deepEqual(globalsOf(impl), ['Point']);
      const method = chunkWith(await searchedChunks('a.rs', text, 60), 'write!');
      assert.deepEqual(method.scope, ['Point']);
      assert.match(method.context, /impl std::fmt::Display for Point/);
    });

    it('tests in a module use the names of the file around it', async () => {
      assert.deepEqual(globalsOf(chunkWith(await searchedChunks('a.rs', text, 70), 'fn origin')), ['Point']);
    });

    it('are functions, types, traits, macros, modules, values and items that macros define', async () => {
      const source = `
pub const LIMIT: usize = 1;
static mut COUNT: i32 = 0;
enum Kind { A, B }
type Name = String;
trait Shape { fn area(&self) -> f64; }
macro_rules! square { ($x:expr) => { $x * $x }; }
thread_local! { static CACHE: RefCell<i32> = RefCell::new(1); }
bitflags! { pub struct Flags: u32 { const A = 1; } }
mod inner { fn hidden() {} }
async fn run() {}
`;
      assert.deepEqual(symbolsOf(await searchedChunks('a.rs', source, 400)), [
        'constant LIMIT',
        'variable COUNT',
        'enum Kind',
        'type Name',
        'trait Shape',
        'method area',
        'macro square',
        'variable CACHE',
        'struct Flags',
        'module inner',
        'function hidden',
        'function run',
      ]);
    });
  });
});
