;; Fills the table of string-pool.ts from the bytes of a list of strings (string-list.ts). The last string is kept at `text`, between the
;; list and `slots`: the next one begins like it.
(module
  (import "strings" "memory" (memory 1))

  (global $at (mut i32) (i32.const 0))
  ;; Of the last string.
  (global $length (mut i32) (i32.const 0))

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

  ;; Adds the strings from `number` to `until`, the first of which is at `at`. Returns where the next string is.
  (func (export "add") (param $at i32) (param $end i32) (param $number i32) (param $until i32)
    (param $text i32) (param $slots i32) (param $mask i32) (result i32)
    (local $first i32) (local $shared i32) (local $rest i32) (local $to i32) (local $from i32) (local $hash i32) (local $slot i32)
    (global.set $at (local.get $at))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $number) (local.get $until)))
        (if (i32.ge_u (global.get $at) (local.get $end)) (then (unreachable)))
        (local.set $first (i32.load8_u (global.get $at)))
        (global.set $at (i32.add (global.get $at) (i32.const 1)))
        (local.set $shared (i32.and (local.get $first) (i32.const 15)))
        (local.set $rest (i32.shr_u (local.get $first) (i32.const 4)))
        (if (i32.eq (local.get $shared) (i32.const 15))
          (then (local.set $shared (i32.add (local.get $shared) (call $varint)))))
        (if (i32.eq (local.get $rest) (i32.const 15))
          (then (local.set $rest (i32.add (local.get $rest) (call $varint)))))
        (if (i32.eqz (i32.and (local.get $number) (i32.const 15))) (then (global.set $length (i32.const 0))))
        (if (i32.or (i32.gt_u (local.get $rest) (i32.sub (local.get $end) (global.get $at)))
              (i32.gt_u (local.get $shared) (global.get $length)))
          (then (unreachable)))
        ;; Four zeros are written after it.
        (local.set $to (i32.add (local.get $text) (local.get $shared)))
        (if (i32.gt_u (local.get $rest) (i32.sub (i32.sub (local.get $slots) (i32.const 4)) (local.get $to)))
          (then (unreachable)))
        (memory.copy (local.get $to) (global.get $at) (local.get $rest))
        (local.set $to (i32.add (local.get $to) (local.get $rest)))
        (global.set $at (i32.add (global.get $at) (local.get $rest)))
        (global.set $length (i32.add (local.get $shared) (local.get $rest)))
        ;; Four bytes at a time; those after the end count as 0.
        (i32.store (local.get $to) (i32.const 0))
        (local.set $hash (i32.const 0x811c9dc5))
        (local.set $from (local.get $text))
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
    (global.get $at)))
