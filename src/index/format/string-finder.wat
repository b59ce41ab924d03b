;; Fills the table of string-pool.ts from the bytes of a list of strings (string-list.ts), as that file does in TypeScript; tests compare
;; the two. The last eight strings are kept at `texts`, `room` bytes for each: its length, then its bytes. A string begins like one of them.
(module
  (import "strings" "memory" (memory 1))

  (global $at (mut i32) (i32.const 0))

  (func $varint (result i32)
    (local $byte i32) (local $value i32) (local $shift i32)
    (loop $more
      (local.set $byte (i32.load8_u (global.get $at)))
      (global.set $at (i32.add (global.get $at) (i32.const 1)))
      (local.set $value (i32.or (local.get $value)
        (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $more (i32.ge_u (local.get $byte) (i32.const 128))))
    (local.get $value))

  ;; Adds the strings from `number` to `until`, the first of which is at `at`. `ones`, `starts` and `symbols` are those of the table of
  ;; symbols. Returns where the next string is; 0 if one is too long.
  (func (export "add") (param $at i32) (param $end i32) (param $number i32) (param $until i32)
    (param $ones i32) (param $starts i32) (param $symbols i32)
    (param $texts i32) (param $room i32) (param $slots i32) (param $mask i32) (result i32)
    (local $first i32) (local $back i32) (local $shared i32) (local $rest i32) (local $stop i32)
    (local $own i32) (local $base i32) (local $to i32) (local $symbol i32) (local $from i32) (local $length i32)
    (local $hash i32) (local $slot i32)
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $number) (local.get $until)))
        (if (i32.ge_u (local.get $at) (local.get $end)) (then (unreachable)))
        (local.set $first (i32.load8_u (local.get $at)))
        (global.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $back (i32.and (local.get $first) (i32.const 7)))
        (local.set $shared (i32.shr_u (local.get $first) (i32.const 3)))
        (if (i32.eq (local.get $shared) (i32.const 31))
          (then (local.set $shared (i32.add (local.get $shared) (call $varint)))))
        (if (local.get $back)
          (then (local.set $rest (call $varint)))
          (else
            (local.set $rest (local.get $shared))
            (local.set $shared (i32.const 0))))
        (local.set $at (global.get $at))
        (local.set $stop (i32.add (local.get $at) (local.get $rest)))
        (if (i32.or (i32.gt_u (local.get $rest) (i32.sub (local.get $end) (local.get $at)))
              (i32.gt_u (local.get $back) (i32.and (local.get $number) (i32.const 15))))
          (then (unreachable)))
        ;; A byte stands for 16 at most, and a little more is written.
        (if (i32.or (i32.ge_u (local.get $shared) (local.get $room))
              (i32.gt_u (i32.add (local.get $shared) (i32.shl (local.get $rest) (i32.const 4)))
                (i32.sub (local.get $room) (i32.const 32))))
          (then (return (i32.const 0))))
        (local.set $own (i32.add (local.get $texts)
          (i32.mul (i32.and (local.get $number) (i32.const 7)) (local.get $room))))
        (local.set $to (i32.add (i32.add (local.get $own) (i32.const 4)) (local.get $shared)))
        (if (local.get $back) (then
          (local.set $base (i32.add (local.get $texts)
            (i32.mul (i32.and (i32.sub (local.get $number) (local.get $back)) (i32.const 7)) (local.get $room))))
          (if (i32.lt_u (i32.load (local.get $base)) (local.get $shared)) (then (unreachable)))
          (memory.copy (i32.add (local.get $own) (i32.const 4)) (i32.add (local.get $base) (i32.const 4))
            (local.get $shared))))
        (block $expanded
          (loop $symbol
            (br_if $expanded (i32.ge_u (local.get $at) (local.get $stop)))
            (local.set $symbol (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (if (i32.ge_u (local.get $symbol) (local.get $ones)) (then
              (if (i32.eq (local.get $symbol) (i32.const 255)) (then
                (i32.store8 (local.get $to) (i32.load8_u (local.get $at)))
                (local.set $to (i32.add (local.get $to) (i32.const 1)))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br $symbol)))
              (local.set $symbol (i32.add (i32.add (local.get $ones) (i32.load8_u (local.get $at)))
                (i32.shl (i32.sub (local.get $symbol) (local.get $ones)) (i32.const 8))))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))))
            (local.set $from (i32.add (local.get $starts) (i32.shl (local.get $symbol) (i32.const 2))))
            (local.set $length (i32.sub (i32.load offset=4 (local.get $from)) (i32.load (local.get $from))))
            (if (i32.gt_u (local.get $length) (i32.const 16)) (then (unreachable)))
            (local.set $from (i32.add (local.get $symbols) (i32.load (local.get $from))))
            (i64.store (local.get $to) (i64.load (local.get $from)))
            (i64.store offset=8 (local.get $to) (i64.load offset=8 (local.get $from)))
            (local.set $to (i32.add (local.get $to) (local.get $length)))
            (br $symbol)))
        (i32.store (local.get $own) (i32.sub (i32.sub (local.get $to) (local.get $own)) (i32.const 4)))
        ;; Four bytes at a time; those after the end count as 0.
        (i32.store (local.get $to) (i32.const 0))
        (local.set $hash (i32.const 0x811c9dc5))
        (local.set $from (i32.add (local.get $own) (i32.const 4)))
        (block $hashed
          (loop $four
            (br_if $hashed (i32.ge_u (local.get $from) (local.get $to)))
            (local.set $hash (i32.mul (i32.xor (local.get $hash) (i32.load (local.get $from))) (i32.const 0x9e3779b1)))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
            (local.set $from (i32.add (local.get $from) (i32.const 4)))
            (br $four)))
        (block $free
          (loop $taken
            (local.set $slot (i32.add (local.get $slots)
              (i32.shl (i32.and (local.get $hash) (local.get $mask)) (i32.const 2))))
            (br_if $free (i32.eqz (i32.load (local.get $slot))))
            (local.set $hash (i32.add (local.get $hash) (i32.const 1)))
            (br $taken)))
        (local.set $number (i32.add (local.get $number) (i32.const 1)))
        (i32.store (local.get $slot) (local.get $number))
        (br $each)))
    (local.get $at)))
