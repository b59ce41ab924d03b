;; Reads blocks of a dictionary (lexical-format.ts) and gives the terms that an automaton (part-automaton.ts) finds a part in, as
;; part-scan.ts does in TypeScript; tests compare the two. Damaged bytes end it with a trap.
(module
  (import "terms" "memory" (memory 1))

  ;; For $varint, which the other function calls seldom.
  (global $at (mut i32) (i32.const 0))

  (func $varint (result i32)
    (local $byte i32) (local $value i32) (local $shift i32)
    (loop $more
      (local.set $byte (i32.load8_u (global.get $at)))
      (global.set $at (i32.add (global.get $at) (i32.const 1)))
      (local.set $value (i32.or (local.get $value)
        (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (if (i32.gt_u (local.get $shift) (i32.const 35)) (then (unreachable)))
      (br_if $more (i32.ge_u (local.get $byte) (i32.const 128))))
    (local.get $value))

  ;; Reads the blocks listed from `block` to `blocks`, four numbers each: where its bytes begin and end, its number of terms, and where
  ;; the postings of the first are. `ones`, `starts` and `symbols` are those of the table of symbols; `ones` is 0 if there is none.
  ;; `next` and `flags` are the automaton: states are 256 bytes each, and have the flags 1 if a part ends there and 2 if the beginning
  ;; of one does. `states` and `term` have room for `room` letters, two bytes and one byte each. `firsts` is the table of first
  ;; postings, `code << 24 | gap`; `two` and `three` are its first bytes with more bytes. A found term is written from `out` on, before
  ;; `end`: rows, first row, first code, start, end, 1 if it contains a part, length, its letters. The end of what was
  ;; written is stored at 0. Returns the block that it did not read for lack of room.
  (func (export "scan") (param $block i32) (param $blocks i32)
    (param $ones i32) (param $starts i32) (param $symbols i32) (param $next i32) (param $flags i32)
    (param $states i32) (param $term i32) (param $room i32)
    (param $firsts i32) (param $two i32) (param $three i32) (param $out i32) (param $end i32) (result i32)
    (local $at i32) (local $stop i32) (local $left i32) (local $isFirst i32) (local $both i32) (local $shared i32) (local $more i32)
    (local $rest i32) (local $length i32) (local $whole i32) (local $state i32) (local $symbol i32)
    (local $from i32) (local $to i32) (local $letter i32)
    (local $rows i32) (local $firstRow i32) (local $code i32) (local $start i32) (local $postings i32) (local $step i32)
    (i32.store16 (local.get $states) (i32.const 0))
    (block $done
      (loop $eachBlock
        (br_if $done (i32.ge_u (local.get $block) (local.get $blocks)))
        ;; All terms of the block fit.
        (br_if $done (i32.gt_u
          (i32.add (local.get $out)
            (i32.mul (i32.load offset=8 (local.get $block)) (i32.add (local.get $room) (i32.const 32))))
          (local.get $end)))
        (local.set $at (i32.load (local.get $block)))
        (local.set $stop (i32.load offset=4 (local.get $block)))
        (local.set $left (i32.load offset=8 (local.get $block)))
        (local.set $postings (i32.load offset=12 (local.get $block)))
        (local.set $firstRow (i32.const 0))
        (local.set $length (i32.const 0))
        (local.set $whole (i32.const 0x7fffffff))
        (local.set $isFirst (i32.const 1))
        (block $blockDone
          (loop $eachTerm
            (br_if $blockDone (i32.eqz (local.get $left)))
            (local.set $left (i32.sub (local.get $left) (i32.const 1)))
            (if (i32.ge_u (local.get $at) (local.get $stop)) (then (unreachable)))
            (local.set $both (i32.load8_u (i32.sub (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 1))))
            (local.set $shared (i32.and (local.get $both) (i32.const 15)))
            (local.set $more (i32.and (i32.shr_u (local.get $both) (i32.const 4)) (i32.const 7)))
            ;; Lengths that take two bytes are left to TypeScript.
            (if (i32.eq (local.get $shared) (i32.const 15)) (then
              (local.set $shared (i32.load8_u (local.get $at)))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (if (i32.ge_u (local.get $shared) (i32.const 128)) (then (unreachable)))
              (local.set $shared (i32.add (local.get $shared) (i32.const 15)))))
            (if (i32.eq (local.get $more) (i32.const 7)) (then
              (local.set $more (i32.load8_u (local.get $at)))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (if (i32.ge_u (local.get $more) (i32.const 128)) (then (unreachable)))
              (local.set $more (i32.add (local.get $more) (i32.const 7)))))
            (if (i32.gt_u (local.get $shared) (local.get $length)) (then (unreachable)))
            (if (i32.gt_u (local.get $more) (i32.sub (local.get $stop) (local.get $at))) (then (unreachable)))
            ;; A byte stands for 16 at most.
            (if (i32.gt_u (i32.add (local.get $shared) (i32.shl (local.get $more) (i32.const 4))) (local.get $room))
              (then (unreachable)))
            (local.set $rest (i32.add (local.get $at) (local.get $more)))
            (local.set $state (i32.load16_u (i32.add (local.get $states) (i32.shl (local.get $shared) (i32.const 1)))))
            (if (i32.gt_u (local.get $whole) (local.get $shared)) (then (local.set $whole (i32.const 0x7fffffff))))
            ;; Its letters: symbols are copied with all their 16 bytes, since a loop over the letters of each takes longer.
            (local.set $to (i32.add (local.get $term) (local.get $shared)))
            (if (i32.or (local.get $isFirst) (i32.eqz (local.get $ones)))
              (then
                (memory.copy (local.get $to) (local.get $at) (local.get $more))
                (local.set $to (i32.add (local.get $to) (local.get $more)))
                (local.set $at (local.get $rest)))
              (else
                (block $expanded
                  (loop $eachSymbol
                    (br_if $expanded (i32.ge_u (local.get $at) (local.get $rest)))
                    (local.set $symbol (i32.load8_u (local.get $at)))
                    (local.set $at (i32.add (local.get $at) (i32.const 1)))
                    (if (i32.ge_u (local.get $symbol) (local.get $ones)) (then
                      (if (i32.eq (local.get $symbol) (i32.const 255)) (then
                        (i32.store8 (local.get $to) (i32.load8_u (local.get $at)))
                        (local.set $to (i32.add (local.get $to) (i32.const 1)))
                        (local.set $at (i32.add (local.get $at) (i32.const 1)))
                        (br $eachSymbol)))
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
                    (br $eachSymbol)))))
            ;; The automaton reads them.
            (local.set $length (local.get $shared))
            (local.set $from (i32.add (local.get $term) (local.get $shared)))
            (block $read
              (loop $eachLetter
                (br_if $read (i32.ge_u (local.get $from) (local.get $to)))
                (local.set $letter (i32.load8_u (local.get $from)))
                (local.set $from (i32.add (local.get $from) (i32.const 1)))
                (local.set $length (i32.add (local.get $length) (i32.const 1)))
                (local.set $state
                  (if (result i32) (i32.lt_u (local.get $letter) (i32.const 128))
                    (then (i32.load16_u (i32.add (local.get $next)
                      (i32.shl (i32.or (i32.shl (local.get $state) (i32.const 7)) (local.get $letter)) (i32.const 1)))))
                    (else (i32.const 0))))
                (i32.store16 (i32.add (local.get $states) (i32.shl (local.get $length) (i32.const 1))) (local.get $state))
                (if (i32.and (i32.load8_u (i32.add (local.get $flags) (local.get $state))) (i32.const 1)) (then
                  (if (i32.lt_u (local.get $length) (local.get $whole)) (then (local.set $whole (local.get $length))))))
                (br $eachLetter)))
            (local.set $isFirst (i32.const 0))
            ;; Its postings.
            (block $hasPostings
              (block $readFirst
                (if (i32.ge_u (local.get $both) (i32.const 128)) (then
                  (local.set $rows (i32.const 1))
                  (local.set $start (local.get $postings))
                  (br $readFirst)))
                (local.set $both (i32.load8_u (i32.sub (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 1))))
                ;; Those of the term before.
                (br_if $hasPostings (i32.eqz (local.get $both)))
                (local.set $start (local.get $postings))
                (if (i32.lt_u (local.get $both) (i32.const 224))
                  (then
                    (local.set $rows (i32.add (i32.shr_u (local.get $both) (i32.const 5)) (i32.const 1)))
                    (local.set $postings (i32.add (local.get $postings) (i32.and (local.get $both) (i32.const 31)))))
                  (else
                    (local.set $rows (i32.sub (local.get $both) (i32.const 216)))
                    (global.set $at (local.get $at))
                    (if (i32.ge_u (local.get $rows) (i32.const 39)) (then (local.set $rows (call $varint))))
                    (local.set $postings (i32.add (local.get $postings) (call $varint)))
                    (local.set $at (global.get $at)))))
              (local.set $both (i32.load8_u (i32.sub (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 1))))
              (local.set $step (i32.load (i32.add (local.get $firsts) (i32.shl (local.get $both) (i32.const 2)))))
              (local.set $code (i32.shr_u (local.get $step) (i32.const 24)))
              (local.set $step (i32.and (local.get $step) (i32.const 0xffffff)))
              (if (i32.ge_u (local.get $both) (local.get $two)) (then
                (if (i32.ge_u (local.get $both) (i32.const 254))
                  (then
                    (local.set $code (i32.load8_u (i32.sub (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 1))))
                    (local.set $step (i32.const 0))
                    (if (i32.eq (local.get $both) (i32.const 255)) (then
                      (global.set $at (local.get $at))
                      (local.set $step (call $varint))
                      (local.set $at (global.get $at)))))
                  (else
                    (local.set $step (i32.add (local.get $step)
                      (i32.load8_u (i32.sub (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 1)))))
                    (if (i32.ge_u (local.get $both) (local.get $three)) (then
                      (local.set $step (i32.add (local.get $step)
                        (i32.shl (i32.load8_u (i32.sub (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 1)))
                          (i32.const 8))))))))))
              (local.set $firstRow (i32.add (local.get $firstRow)
                (i32.xor (i32.shr_u (local.get $step) (i32.const 1))
                  (i32.sub (i32.const 0) (i32.and (local.get $step) (i32.const 1))))))
              (if (i32.lt_s (local.get $firstRow) (i32.const 0)) (then (unreachable))))
            ;; Is it found? The beginning of a part may be before the last letter.
            (br_if $eachTerm (i32.eqz (i32.or
              (i32.le_u (local.get $whole) (local.get $length))
              (i32.and (i32.const 2) (i32.or
                (i32.load8_u (i32.add (local.get $flags) (local.get $state)))
                (i32.load8_u (i32.add (local.get $flags)
                  (i32.load16_u (i32.add (local.get $states)
                    (i32.shl (i32.sub (local.get $length) (i32.gt_u (local.get $length) (i32.const 0)))
                      (i32.const 1)))))))))))
            (i32.store (local.get $out) (local.get $rows))
            (i32.store offset=4 (local.get $out) (local.get $firstRow))
            (i32.store offset=8 (local.get $out) (local.get $code))
            (i32.store offset=12 (local.get $out) (local.get $start))
            (i32.store offset=16 (local.get $out) (local.get $postings))
            (i32.store offset=20 (local.get $out) (i32.le_u (local.get $whole) (local.get $length)))
            (i32.store offset=24 (local.get $out) (local.get $length))
            (memory.copy (i32.add (local.get $out) (i32.const 28)) (local.get $term) (local.get $length))
            (local.set $out (i32.and (i32.const -4)
              (i32.add (i32.add (local.get $out) (i32.const 31)) (local.get $length))))
            (br $eachTerm)))
        (local.set $block (i32.add (local.get $block) (i32.const 16)))
        (br $eachBlock)))
    (i32.store (i32.const 0) (local.get $out))
    (local.get $block)))
