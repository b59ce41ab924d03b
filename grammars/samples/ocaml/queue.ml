(** A queue with priorities. *)

open Printf
module M = Map.Make (Int)

exception Empty of string

type 'a t = { mutable size : int; items : 'a list M.t; name : string option }

type shape =
  | Circle of float
  | Rect of { width : float; height : float }
  | Unit
[@@deriving show, eq]

type _ expr =
  | Int : int -> int expr
  | If : bool expr * 'a expr * 'a expr -> 'a expr
  | Eq : int expr * int expr -> bool expr

type colour = [ `Red | `Green of int ]

module type ORDERED = sig
  type t

  val compare : t -> t -> int
end

module Make (O : ORDERED) : sig
  type elt = O.t

  val sort : elt list -> elt list
end = struct
  type elt = O.t

  let sort items = List.sort O.compare items
end

let empty = { size = 0; items = M.empty; name = None }

(** [push p x q] adds [x] with priority [p]. *)
let push ?(quiet = true) ~priority x ({ items; _ } as queue) =
  if not quiet then printf "push %d\n%!" priority;
  let rest = Option.value ~default:[] (M.find_opt priority items) in
  { queue with size = queue.size + 1; items = M.add priority (x :: rest) items }

let rec eval : type a. a expr -> a = function
  | Int n -> n
  | If (c, a, b) -> if eval c then eval a else eval b
  | Eq (a, b) -> eval a = eval b

let area = function
  | Circle r when r < 0. -> invalid_arg "negative"
  | Circle r -> Float.pi *. (r ** 2.)
  | Rect { width; height } -> width *. height
  | Unit -> 1.0

let ( let* ) = Option.bind
let ( >>= ) = Result.bind

let first_two items =
  let* a = List.nth_opt items 0 in
  let* b = List.nth_opt items 1 in
  Some (a, b)

let rec even n = n = 0 || odd (n - 1)
and odd n = n <> 0 && even (n - 1)

class virtual counter (start : int) =
  object (self)
    val mutable count = start
    method virtual step : int
    method next = count <- count + self#step; count
    initializer ignore self#next
  end

class by_two =
  object
    inherit counter 0
    method step = 2
  end

let describe (c : colour) =
  match c with
  | `Red -> "red"
  | `Green n when n > 1_000 -> "very green"
  | `Green _ -> {|"raw" green|}

let read path =
  let channel = open_in path in
  Fun.protect ~finally:(fun () -> close_in channel) @@ fun () ->
  try
    while true do
      let line = input_line channel in
      print_endline (String.trim line)
    done
  with
  | End_of_file -> ()
  | Sys_error message as error -> eprintf "%s\n" message; raise error

let () =
  let array = [| 1; 2; 3 |] in
  for i = 0 to Array.length array - 1 do
    array.(i) <- array.(i) lsl 1
  done;
  let module Sorter = Make (Int) in
  let cell = ref 0x1F in
  cell := !cell + 1;
  array |> Array.to_list |> Sorter.sort |> List.iter (fun n -> print_int n);
  let lazy_value = lazy (area (Rect { width = 1.5; height = 2e3 })) in
  assert (Lazy.force lazy_value > 0.);
  print_char '\n'
