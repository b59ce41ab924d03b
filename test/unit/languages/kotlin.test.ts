import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const kt = (text: string): Promise<string[]> => usesOf('a.kt', text, 'subject');

describe('Kotlin', () => {
  it('imports bind their last name or alias; wildcards bring in the known names of the package', async () => {
    const text = `
import a.b.First
import a.b.Second as Other
import java.util.*
import java.io.*

fun subject(x: First): List<Other> {
    val queue = PriorityQueue<Any>()
    throw IOException()
}
`;
    assert.deepEqual(await kt(text), ['First', 'IOException', 'Other', 'PriorityQueue']);
  });

  it('parameters, locals, destructuring, loops, lambdas and caught exceptions hide names', async () => {
    const text = `
val a = 1; val b = 1; val c = 1; val d = 1; val e = 1; val f = 1; val g = 1; val h = 1; val i = 1

fun subject(a: Int) {
    val b = a
    val (c, d) = pair()
    for (e in all()) println(e + b + c + d)
    all().map { f -> f + 1 }
    try { run() } catch (g: Exception) { throw g }
    when (val h = find()) { is String -> h.length; else -> 0 }
    println(i)
}
`;
    assert.deepEqual(await kt(text), ['i']);
  });

  it('members are not references; references to functions are', async () => {
    const text = `
fun length() = 1
fun top() = 2
val name = "x"

fun subject(x: Any) {
    x.length.name
    run(::top)
}
`;
    assert.deepEqual(await kt(text), ['top']);
  });

  it('argument labels are not references; constructor parameters bind their names and use their defaults', async () => {
    const text = `
val label = 1
val used = 2

class subject(val label: Int = used) {
    fun f(x: Any) = call(label = x)
}
`;
    assert.deepEqual(await kt(text), ['used']);
  });

  it('imported extension functions are used after a dot', async () => {
    const text = `
import a.b.toOrder
import a.b.total

fun subject(x: Any) = x.toOrder().total
`;
    assert.deepEqual(await kt(text), ['toOrder', 'total']);
  });

  it('code in a class uses its properties and those of its companion without a qualifier', async () => {
    const text = `
class Store(private val path: String) {
    private val items = mutableListOf<String>()

    class subject {
        fun all() = items.take(LIMIT)
    }

    companion object {
        const val LIMIT = 10
    }
}
`;
    assert.deepEqual(await kt(text), ['LIMIT', 'items']);
  });

  const orders = `package com.acme

import java.time.Instant

/** The most that can be ordered. */
const val LIMIT = 100

typealias Handler = (Order) -> Unit

/** What a customer wants, and since when. */
@Serializable
data class Order(val id: Int, val at: Instant = Instant.now()) : Base(id) {
    /** How long ago that was, in seconds, as seen from now. */
    val age: Long
        get() = Instant.now().epochSecond - at.epochSecond

    constructor(text: String) : this(text.toInt())

    /** Whether another one may be ordered together with this one. */
    @Deprecated("use the store")
    fun fits(other: Order): Boolean {
        return id + other.id < LIMIT
    }

    object Empty
}

interface Store { fun all(): List<Order> }

enum class Color { RED, GREEN }

/** The second of a list, or nothing where there is none. */
fun <T> List<T>.second(): T? = getOrNull(1)
`;

  it('knows classes, interfaces, enums, objects, constructors and extension functions', async () => {
    assert.deepEqual(symbolsOf(await searchedChunks('Order.kt', orders, 1000)), [
      'constant LIMIT',
      'type Handler',
      'class Order',
      'property age',
      'constructor Order',
      'method fits',
      'object Empty',
      'interface Store',
      'method all',
      'enum Color',
      'constant RED',
      'constant GREEN',
      'method second',
    ]);
  });

  it('keeps KDoc, annotations and getters with their declaration, and extensions belong to their receiver type', async () => {
    const chunks = await searchedChunks('Order.kt', orders, 70);
    assert.match(chunkWith(chunks, 'val age').text, /How long ago[\s\S]*val age: Long\s+get\(\) =/);
    const fits = chunkWith(chunks, 'fun fits');
    assert.match(fits.text, /Whether another[\s\S]*@Deprecated[\s\S]*fun fits[\s\S]*LIMIT/);
    assert.deepEqual(globalsOf(fits), ['LIMIT']);
    assert.deepEqual(importsOf(chunkWith(chunks, 'val age')), ['import java.time.Instant']);
    const second = (await searchedChunks('Order.kt', orders, 40)).find((chunk) => chunk.name === 'second');
    assert.deepEqual(second?.scope, ['com.acme', 'List']);
  });
});
