import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const scala = (text: string): Promise<string[]> => usesOf('a.scala', text, 'subject');

const padding = `val padding = List("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")\n`;

async function importsFor(statement: string, body: string): Promise<string[]> {
  const text = `${statement}\n\n${padding.repeat(4)}\ndef subject() = {\n  ${body}\n}\n`;
  return importsOf(chunkWith(await searchedChunks('a.scala', text, 90), 'def subject'));
}

describe('Scala', () => {
  it('imports are narrowed to the used selectors, renames included', async () => {
    assert.deepEqual(await importsFor('import a.b.{C, D => E, F}', 'new E(F)'), ['import a.b.{D => E, F}']);
    assert.deepEqual(await importsFor('import a.b.{C, D => E, F}', 'C.x'), ['import a.b.C']);
    assert.deepEqual(await importsFor('import a.b.{C as G, H}', 'G.x'), ['import a.b.{C as G}']);
    assert.deepEqual(await importsFor('import a.B, c.d.E', 'E.x'), ['import c.d.E']);
    assert.deepEqual(await importsFor('import a.b.C as D', 'D.x'), ['import a.b.C as D']);
  });

  it('wildcards bring in the known names of the package, in both versions', async () => {
    assert.deepEqual(await importsFor('import java.util._', 'new UUID(1, 2)'), ['import java.util._']);
    assert.deepEqual(await importsFor('import java.io.*', 'new File("x")'), ['import java.io.*']);
    assert.deepEqual(await importsFor('import a.b.{given, *}', 'new File("x")'), []);
    const mixed = 'import a.B, java.util.{Date => D, List => _, _}';
    assert.deepEqual(await importsFor(mixed, 'new UUID(1, 2)'), ['import java.util.{List => _, _}']);
    assert.deepEqual(await importsFor(mixed, 'new D'), ['import java.util.{Date => D}']);
  });

  it('parameters, values, lambdas, case patterns and nested definitions hide names', async () => {
    const text = `
val a = 1
val b = 1
val c = 1
val d = 1
val e = 1
val f = 1
val used = 1

def subject(a: Int) = {
  val b = a
  def c(x: Int) = x
  xs.map(d => d + b)
  x match {
    case (e, f) => e + f + c(1)
    case s: String => used
  }
  s"$used"
}
`;
    assert.deepEqual(await scala(text), ['used']);
  });

  it('generators bind names, capitalised names in patterns are references, argument labels are not', async () => {
    const text = `
val i = 1
val xs = 2
val Limit = 3
val label = 4

def subject(n: Int) = {
  for (i <- xs) yield i
  n match { case Limit => 1 }
  call(label = n)
}
`;
    assert.deepEqual(await scala(text), ['Limit', 'xs']);
  });

  it('members, infix operators and type parameters are not references', async () => {
    const text = `
val size = 1
val until = 2
class T

def subject[T](x: List[T]): T = { x.size; 0 until 10; x.head }
`;
    assert.deepEqual(await scala(text), []);
  });

  const store = `package com.acme

import scala.collection.mutable

/** Keeps what was ordered until it is sent, and a little longer. */
@deprecated("use Store2", "1.0")
case class Store[T](name: String)(implicit clock: Clock) extends Base(name) with Closing {
  private val limit = 10
  var ready: Boolean = true

  /** Whether there is room for as many as this in the store. */
  def fits(count: Int): Boolean = {
    ready && count < limit
  }
}

object Store { def apply(x: Int): Store[Int] = new Store("x") }

trait Closing { def close(): Unit }

type Id = Long
`;

  it('supports Scala 2', async () => {
    assert.deepEqual(symbolsOf(await searchedChunks('Store.scala', store, 1000)), [
      'class Store',
      'field limit',
      'field ready',
      'method fits',
      'object Store',
      'method apply',
      'trait Closing',
      'method close',
      'type Id',
    ]);
    const fits = chunkWith(await searchedChunks('Store.scala', store, 45), 'def fits');
    assert.match(fits.text, /Whether there is room[\s\S]*def fits[\s\S]*limit/);
    assert.deepEqual(globalsOf(fits), ['limit', 'ready']);
    assert.deepEqual(fits.scope, ['com.acme', 'Store']);
  });

  it('supports Scala 3', async () => {
    const text = `package com.acme

enum Color(val rgb: Int):
  case Red extends Color(1)
  case Custom(x: Int) extends Color(x)

given ordering: Ordering[Color] with
  def compare(x: Color, y: Color): Int = 0

extension (text: String)
  def shout: String = text.toUpperCase

object Main:
  @main def run(args: String*): Unit =
    val n = 1
    println(n)
`;
    const chunks = await searchedChunks('a.scala', text, 1000);
    assert.deepEqual(symbolsOf(chunks), [
      'enum Color',
      'object ordering',
      'extension String',
      'object Main',
      'method run',
    ]);
  });
});
