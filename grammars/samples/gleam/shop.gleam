//// The shop and its orders.

import gleam/dict.{type Dict}
import gleam/int
import gleam/list
import gleam/result.{try as then}
import gleam/string as text

/// How many lines an order may have.
pub const max_lines = 100

const names = ["a", "b"]

pub type Status {
  Open
  Paid(at: Int)
}

/// An order.
pub opaque type Order(line) {
  Order(id: Int, lines: List(line), status: Status)
}

pub type Problem {
  Missing(String)
  TooLong(length: Int)
}

type Orders =
  Dict(Int, Order(String))

@external(erlang, "erlang", "system_time")
@external(javascript, "./time.mjs", "now")
fn now() -> Int

/// Makes an order.
pub fn new(id: Int, with lines: List(String)) -> Result(Order(String), Problem) {
  let length = list.length(lines)
  case length {
    0 -> Error(Missing("no lines"))
    n if n > max_lines -> Error(TooLong(length: n))
    _ -> Ok(Order(id:, lines: lines, status: Open))
  }
}

@deprecated("use pay_all")
pub fn pay(order: Order(a)) -> Order(a) {
  Order(..order, status: Paid(now()))
}

pub fn describe(order: Order(String)) -> String {
  let Order(id, lines, ..) = order
  let first = case lines {
    [first, "second" as second, ..] -> first <> second
    [only] | [only, _] -> only
    ["prefix-" <> rest, ..] -> rest
    [] -> "nothing"
    _ -> "many"
  }
  lines
  |> list.map(fn(line) { text.uppercase(line) })
  |> list.filter(keeping: fn(line) { line != "" && !text.is_empty(line) })
  |> text.join(with: ", ")
  |> text.append(int.to_string(id) <> first)
}

pub fn total(parts: List(#(Int, Float))) -> Int {
  use sum, #(count, _) <- list.fold(parts, 0)
  sum + count * 2 % 3
}

pub fn load(orders: Orders, id: Int) -> Result(Order(String), Problem) {
  use order <- then(dict.get(orders, id) |> result.replace_error(Missing("order")))
  let assert Ok(_) = int.parse("12")
  let bits = <<1:size(8), "text":utf8, 0xFF>>
  let add = int.add(1, _)
  let tuple = #(1, 2.5, True, bits, add, names)
  echo tuple.0
  case order.id > 0 {
    True -> Ok(order)
    False -> panic as "bad id"
  }
}

pub fn main() {
  todo as "not written"
}
