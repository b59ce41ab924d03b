import assert from 'node:assert/strict';
import { chunkWith, globalsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `open Printf

module Names = Map.Make (String)

(** A tree of goods. *)
type tree = Leaf | Node of tree * item
and item = { name : string; price : int }

exception Empty of string

let limit = 10

(** What it costs. *)
let rec total ?(limit = limit) tree =
  match tree with
  | Leaf -> 0
  | Node (left, { price; _ }) -> price + total ~limit left

let price item = item.price

let show names =
  let limit = Names.cardinal names in
  fun price -> printf "%d %d" limit price

let check tree =
  if tree = Leaf then raise (Empty "tree") else total tree

module Store (Item : sig type t end) = struct
  let empty = []
  let add item store = item :: store @ empty
end
`;

describe('OCaml', () => {
  it('carries types, constructors, exceptions, modules and values', async () => {
    const chunks = await searchedChunks('store.ml', source, 40);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'let check')), ['Empty', 'Leaf', 'total']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'let show')), ['Names']);
  });

  it('parameters, patterns and let hide values; fields are not uses', async () => {
    const chunk = chunkWith(await searchedChunks('store.ml', source, 60), 'let rec total');
    assert.ok(!globalsOf(chunk).includes('price'));
    assert.deepEqual(globalsOf(chunk), ['Leaf', 'Node', 'limit']);
  });

  it('keeps doc comments with their definition', async () => {
    const chunks = await searchedChunks('store.ml', source, 80);
    assert.match(chunkWith(chunks, 'type tree').text, /\(\*\* A tree of goods\. \*\)\ntype tree/);
    assert.match(chunkWith(chunks, 'let rec total').text, /\(\*\* What it costs\. \*\)\nlet rec total/);
  });

  it('lists values, functions, types, modules and their members', async () => {
    const symbols = symbolsOf(await searchedChunks('store.ml', source, 400));
    for (const symbol of [
      'module Names',
      'type tree',
      'type Node',
      'type item',
      'type Empty',
      'variable limit',
      'function total',
      'module Store',
      'function add',
    ]) {
      assert.ok(symbols.includes(symbol), `${symbol} is not in ${symbols.join(', ')}`);
    }
  });

  it('reads interfaces with their own grammar', async () => {
    const interfaceSource = `open Base

(** A store. *)
type t

val empty : t

(** Adds an item. *)
val add : Item.t -> t -> t

module type Key = sig
  type k
  val compare : k -> k -> int
end
`;
    const chunks = await searchedChunks('store.mli', interfaceSource, 24);
    assert.match(chunkWith(chunks, 'val add').text, /\(\*\* Adds an item\. \*\)\nval add/);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'val add')), ['t']);
    assert.ok(symbolsOf(chunks).includes('interface Key'));
  });
});
