## A store of items.
import std/[tables, strutils, sequtils]
from os import fileExists
import json as j except parseJson
include helpers

const
  MaxItems* = 1_000
  Names = ["a", "b"]

type
  Kind* = enum
    kSmall = "small", kLarge

  Item* = object
    name*: string
    case kind: Kind
    of kSmall: count: int
    of kLarge:
      weight: float

  Store*[T] = ref object of RootObj
    items: seq[T]
    index: Table[string, int]

  StoreError* = object of CatchableError
  Visitor = proc (item: Item): bool {.closure.}

var total {.threadvar.}: int
let started = 10

proc newStore*[T](size: Natural = 4): Store[T] =
  ## Makes a store.
  new(result)
  result.items = newSeqOfCap[T](size)

proc add*[T](store: Store[T], item: T, quiet = true): int {.discardable.} =
  if store.items.len >= MaxItems:
    raise newException(StoreError, "full: " & $store.items.len)
  elif not quiet and total > 0:
    echo "adding"
  else:
    discard
  store.items.add(item)
  inc total
  result = store.items.high

func `+`*(a, b: Item): Item =
  Item(name: a.name & b.name, kind: kSmall, count: 1)

iterator each*[T](store: Store[T]): T =
  for index, item in store.items:
    yield item

method describe(store: Store[Item]): string {.base.} =
  case store.items.len
  of 0: "empty"
  of 1 .. 9, 11: "few"
  else: "many"

template unless(condition: untyped, body: untyped) =
  if not condition:
    body

converter toInt(item: Item): int = item.name.len

proc parse(path: string): seq[Item] =
  var line = ""
  let file = open(path)
  defer: file.close()
  while file.readLine(line):
    let parts = line.split(',')
    if parts.len < 2: continue
    try:
      result.add Item(name: parts[0], kind: kSmall, count: parseInt(parts[1]))
    except ValueError as e:
      echo "bad line: ", e.msg
    finally:
      total += 1

when isMainModule:
  let store = newStore[Item]()
  store.add(Item(name: "x", kind: kLarge, weight: 1.5e3))
  for item in store.each:
    echo item.name, " ", 0xFF'u8
  let doubled = @[1, 2, 3].mapIt(it * 2).filter(proc (x: int): bool = x > 2)
  unless doubled.len == 0:
    echo """long
text"""
  block outer:
    for i in countdown(3, 1):
      if i == 2: break outer
  let text = if started > 3: r"raw\n" else: fmt"{started}"
  assert text.len > 0
