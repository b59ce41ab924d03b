(** A queue with priorities. *)

open Stdlib

exception Empty of string

type 'a t
(** A queue of ['a]. *)

type shape =
  | Circle of float
  | Rect of { width : float; height : float }
  | Unit
[@@deriving show, eq]

type +'a result = ('a, [ `Missing | `Broken of string ]) Stdlib.result
type colour = private [> `Red | `Green of int ]

val empty : 'a t

val push : ?quiet:bool -> priority:int -> 'a -> 'a t -> 'a t
(** [push ~priority x q] adds [x]. *)

val pop : 'a t -> ('a * 'a t) option
val area : shape -> float
val ( >>= ) : ('a, 'e) Stdlib.result -> ('a -> ('b, 'e) Stdlib.result) -> ('b, 'e) Stdlib.result

external hash : string -> int = "caml_hash" [@@noalloc]

module type ORDERED = sig
  type t

  val compare : t -> t -> int
end

module Make (O : ORDERED) : sig
  type elt = O.t

  include ORDERED with type t := O.t

  val sort : elt list -> elt list
end

class virtual counter : int -> object
  val mutable count : int
  method virtual step : int
  method next : int
end

module rec A : sig
  type t = B.t list
end

and B : sig
  type t = A.t option
end
