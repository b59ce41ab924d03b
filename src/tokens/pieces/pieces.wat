;; The inner loop of counting: cuts a text into the pieces of o200k_base and looks up the tokens of each, as `piece-scanner.ts` and
;; `short-pieces.ts` do. It returns at rare cases; the caller (`piece-kernel.ts`) handles them and calls it again.
;;
;; Memory, in bytes:
;;        0  state: at, end, reach, total, pieces, slot (i32 each)
;;       64  masks: 24 bytes for each length from 0 to 12, masks of the units that belong to a piece of this length
;;      512  classes: the bits of `piece-characters.ts`, one byte for each UTF-16 unit; 0: not known
;;  0x20000  slots: 2^14 of 32 bytes: twelve units, then the count in the low 8 bits and the length above them
;;  0xA0000  ends, 0xC0000 totals, 0xE0000 reaches: of up to 2^15 pieces, i32 each
;; 0x100000  the text, with 24 spare bytes after it
(module
  (import "env" "memory" (memory 17))

  ;; The class of the unit at i is read in place everywhere: a function would not be inlined.

  ;; Returns 0: end of the text; 1: the count of the piece from `at` to `end` is not known; 2: the caller must find the piece at `at`;
  ;; 3: the lists of pieces are full.
  (func (export "run") (param $limit i32) (result i32)
    (local $at i32) (local $i i32) (local $from i32) (local $bits i32) (local $next i32) (local $reach i32) (local $seen i32)
    (local $total i32) (local $pieces i32) (local $length i32) (local $unit i32) (local $status i32) (local $slot i32)
    (local $a i64) (local $b i64) (local $c i64) (local $n i32)
    (local.set $at (i32.load (i32.const 0)))
    (local.set $reach (i32.load (i32.const 8)))
    (local.set $total (i32.load (i32.const 12)))
    (local.set $pieces (i32.load (i32.const 16)))
    (block $stop
      (loop $piece
        (local.set $status (i32.const 0))
        (br_if $stop (i32.ge_u (local.get $at) (local.get $limit)))
        (local.set $status (i32.const 3))
        (br_if $stop (i32.eq (local.get $pieces) (i32.const 32768)))
        (local.set $status (i32.const 2))
        (local.set $bits (i32.load8_u offset=512 (i32.load16_u offset=0x100000 (i32.shl (local.get $at) (i32.const 1)))))
        (br_if $stop (i32.eqz (local.get $bits)))
        ;; A word: lead? UPPER* LOWER*
        (local.set $i (i32.add (local.get $at)
          (i32.and (i32.eqz (i32.and (local.get $bits) (i32.const 3))) (i32.shr_u (local.get $bits) (i32.const 7)))))
        (local.set $from (local.get $i))
        (local.set $next (i32.const 64))
        (block $upper
          (loop $more
            (local.set $next (i32.const 64))
            (br_if $upper (i32.ge_u (local.get $i) (local.get $limit)))
            (local.set $next (i32.load8_u offset=512 (i32.load16_u offset=0x100000 (i32.shl (local.get $i) (i32.const 1)))))
            (br_if $upper (i32.ne (i32.and (local.get $next) (i32.const 3)) (i32.const 1)))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br $more)))
        (block $lower
          (loop $more
            (local.set $next (i32.const 64))
            (br_if $lower (i32.ge_u (local.get $i) (local.get $limit)))
            (local.set $next (i32.load8_u offset=512 (i32.load16_u offset=0x100000 (i32.shl (local.get $i) (i32.const 1)))))
            (br_if $lower (i32.ne (i32.and (local.get $next) (i32.const 3)) (i32.const 2)))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br $more)))
        ;; Letters without a case, and unknown characters.
        (br_if $stop (i32.eqz (local.get $next)))
        (br_if $stop (i32.eq (i32.and (local.get $next) (i32.const 3)) (i32.const 3)))
        (block $found
          (if (i32.gt_u (local.get $i) (local.get $from))
            (then
              ;; A contraction may follow.
              (if (i32.lt_u (local.get $i) (local.get $limit))
                (then
                  (br_if $stop (i32.eq (i32.const 0x27)
                    (i32.load16_u offset=0x100000 (i32.shl (local.get $i) (i32.const 1)))))))
              (local.set $seen (i32.add (local.get $i) (i32.const 3)))
              (br $found)))
          (local.set $seen (i32.add (local.get $i) (i32.const 2)))
          (if (i32.and (local.get $bits) (i32.const 8))
            (then
              ;; Up to three digits.
              (local.set $i (i32.add (local.get $at) (i32.const 1)))
              (local.set $n (i32.const 2))
              (block $digits
                (loop $more
                  (br_if $digits (i32.eqz (local.get $n)))
                  (br_if $digits (i32.ge_u (local.get $i) (local.get $limit)))
                  (local.set $next (i32.load8_u offset=512 (i32.load16_u offset=0x100000 (i32.shl (local.get $i) (i32.const 1)))))
                  (br_if $stop (i32.eqz (local.get $next)))
                  (br_if $digits (i32.eqz (i32.and (local.get $next) (i32.const 8))))
                  (local.set $i (i32.add (local.get $i) (i32.const 1)))
                  (local.set $n (i32.sub (local.get $n) (i32.const 1)))
                  (br $more)))
              (local.set $seen (select (i32.add (local.get $i) (i32.const 2)) (local.get $seen)
                (i32.gt_u (i32.add (local.get $i) (i32.const 2)) (local.get $seen))))
              (br $found)))
          ;; Signs, with an optional space before them, and the line breaks and slashes after them.
          (local.set $from (i32.add (local.get $at) (i32.eq (i32.const 0x20)
            (i32.load16_u offset=0x100000 (i32.shl (local.get $at) (i32.const 1))))))
          (local.set $i (local.get $from))
          (block $signs
            (loop $more
              (br_if $signs (i32.ge_u (local.get $i) (local.get $limit)))
              (local.set $next (i32.load8_u offset=512 (i32.load16_u offset=0x100000 (i32.shl (local.get $i) (i32.const 1)))))
              (br_if $stop (i32.eqz (local.get $next)))
              (br_if $signs (i32.eqz (i32.and (local.get $next) (i32.const 64))))
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (br $more)))
          (if (i32.gt_u (local.get $i) (local.get $from))
            (then
              (block $tail
                (loop $more
                  (br_if $tail (i32.ge_u (local.get $i) (local.get $limit)))
                  (local.set $unit (i32.load16_u offset=0x100000 (i32.shl (local.get $i) (i32.const 1))))
                  (br_if $tail (i32.eqz (i32.or (i32.or
                    (i32.eq (local.get $unit) (i32.const 0x0a))
                    (i32.eq (local.get $unit) (i32.const 0x0d)))
                    (i32.eq (local.get $unit) (i32.const 0x2f)))))
                  (local.set $i (i32.add (local.get $i) (i32.const 1)))
                  (br $more)))
              (local.set $seen (select (i32.add (local.get $i) (i32.const 2)) (local.get $seen)
                (i32.gt_u (i32.add (local.get $i) (i32.const 2)) (local.get $seen))))
              (br $found)))
          ;; White space: up to its last line break; without one, all but the last, which belongs to what follows.
          (local.set $i (local.get $at))
          (block $spaces
            (loop $more
              (br_if $spaces (i32.ge_u (local.get $i) (local.get $limit)))
              (local.set $next (i32.load8_u offset=512 (i32.load16_u offset=0x100000 (i32.shl (local.get $i) (i32.const 1)))))
              (br_if $stop (i32.eqz (local.get $next)))
              (br_if $spaces (i32.eqz (i32.and (local.get $next) (i32.const 16))))
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (br $more)))
          (local.set $seen (select (i32.add (local.get $i) (i32.const 2)) (local.get $seen)
            (i32.gt_u (i32.add (local.get $i) (i32.const 2)) (local.get $seen))))
          (local.set $from (local.get $i))
          (loop $back
            (br_if $found (i32.and (i32.const 32) (i32.load8_u offset=512 (i32.load16_u offset=0xffffe (i32.shl (local.get $i) (i32.const 1))))))
            (local.set $i (i32.sub (local.get $i) (i32.const 1)))
            (br_if $back (i32.gt_u (local.get $i) (local.get $at))))
          (local.set $i (i32.sub (local.get $from)
            (i32.eqz (i32.or
              (i32.eq (local.get $from) (local.get $limit))
              (i32.eq (local.get $from) (i32.add (local.get $at) (i32.const 1))))))))
        ;; The piece ends at i.
        (local.set $reach (select (local.get $seen) (local.get $reach) (i32.gt_u (local.get $seen) (local.get $reach))))
        (local.set $length (i32.sub (local.get $i) (local.get $at)))
        (block $counted
          (if (i32.eq (local.get $length) (i32.const 1))
            (then
              ;; Every byte is a token of its own.
              (if (i32.lt_u (i32.load16_u offset=0x100000 (i32.shl (local.get $at) (i32.const 1))) (i32.const 0x80))
                (then
                  (local.set $total (i32.add (local.get $total) (i32.const 1)))
                  (br $counted)))))
          (local.set $status (i32.const 1))
          (local.set $slot (i32.const 0))
          (br_if $stop (i32.gt_u (local.get $length) (i32.const 12)))
          (local.set $n (i32.mul (local.get $length) (i32.const 24)))
          (local.set $from (i32.shl (local.get $at) (i32.const 1)))
          (local.set $a (i64.and (i64.load offset=0x100000 (local.get $from)) (i64.load offset=64 (local.get $n))))
          (local.set $b (i64.and (i64.load offset=0x100008 (local.get $from)) (i64.load offset=72 (local.get $n))))
          (local.set $c (i64.and (i64.load offset=0x100010 (local.get $from)) (i64.load offset=80 (local.get $n))))
          (local.set $slot (i32.and (i32.const 0x7ffe0) (i32.wrap_i64 (i64.shr_u
            (i64.xor (i64.xor
              (i64.mul (local.get $a) (i64.const 0x9e3779b97f4a7c15))
              (i64.mul (local.get $b) (i64.const 0xc2b2ae3d27d4eb4f)))
              (i64.mul (i64.add (local.get $c) (i64.extend_i32_u (local.get $length))) (i64.const 0x165667b19e3779f9)))
            (i64.const 45)))))
          (local.set $n (i32.load offset=0x20018 (local.get $slot)))
          (br_if $stop (i64.ne (i64.const 0) (i64.or
            (i64.or
              (i64.xor (local.get $a) (i64.load offset=0x20000 (local.get $slot)))
              (i64.xor (local.get $b) (i64.load offset=0x20008 (local.get $slot))))
            (i64.or
              (i64.xor (local.get $c) (i64.load offset=0x20010 (local.get $slot)))
              (i64.extend_i32_u (i32.xor (i32.shr_u (local.get $n) (i32.const 8)) (local.get $length)))))))
          (local.set $total (i32.add (local.get $total) (i32.and (local.get $n) (i32.const 0xff)))))
        (local.set $n (i32.shl (local.get $pieces) (i32.const 2)))
        (i32.store offset=0xA0000 (local.get $n) (local.get $i))
        (i32.store offset=0xC0000 (local.get $n) (local.get $total))
        (i32.store offset=0xE0000 (local.get $n) (local.get $reach))
        (local.set $pieces (i32.add (local.get $pieces) (i32.const 1)))
        (local.set $at (local.get $i))
        (br $piece)))
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $i))
    (i32.store (i32.const 8) (local.get $reach))
    (i32.store (i32.const 12) (local.get $total))
    (i32.store (i32.const 16) (local.get $pieces))
    (i32.store (i32.const 20) (local.get $slot))
    (local.get $status))

  ;; Remembers the count of the piece that `run` stopped at, appends it to the lists, and moves past it. A piece of more than 12
  ;; units is not remembered.
  (func (export "learn") (param $count i32)
    (local $at i32) (local $end i32) (local $length i32) (local $n i32) (local $slot i32)
    (local.set $at (i32.load (i32.const 0)))
    (local.set $end (i32.load (i32.const 4)))
    (local.set $length (i32.sub (local.get $end) (local.get $at)))
    (if (i32.le_u (local.get $length) (i32.const 12))
      (then
        (local.set $slot (i32.load (i32.const 20)))
        (local.set $n (i32.mul (local.get $length) (i32.const 24)))
        (local.set $at (i32.shl (local.get $at) (i32.const 1)))
        (i64.store offset=0x20000 (local.get $slot)
          (i64.and (i64.load offset=0x100000 (local.get $at)) (i64.load offset=64 (local.get $n))))
        (i64.store offset=0x20008 (local.get $slot)
          (i64.and (i64.load offset=0x100008 (local.get $at)) (i64.load offset=72 (local.get $n))))
        (i64.store offset=0x20010 (local.get $slot)
          (i64.and (i64.load offset=0x100010 (local.get $at)) (i64.load offset=80 (local.get $n))))
        (i32.store offset=0x20018 (local.get $slot)
          (i32.or (i32.shl (local.get $length) (i32.const 8)) (local.get $count)))))
    (call $add (local.get $end) (local.get $count)))

  ;; Appends a piece up to `end` to the lists and moves past it.
  (func $add (export "add") (param $end i32) (param $count i32)
    (local $n i32) (local $total i32)
    (local.set $total (i32.add (i32.load (i32.const 12)) (local.get $count)))
    (local.set $n (i32.shl (i32.load (i32.const 16)) (i32.const 2)))
    (i32.store offset=0xA0000 (local.get $n) (local.get $end))
    (i32.store offset=0xC0000 (local.get $n) (local.get $total))
    (i32.store offset=0xE0000 (local.get $n) (i32.load (i32.const 8)))
    (i32.store (i32.const 0) (local.get $end))
    (i32.store (i32.const 12) (local.get $total))
    (i32.store (i32.const 16) (i32.add (i32.load (i32.const 16)) (i32.const 1)))))
