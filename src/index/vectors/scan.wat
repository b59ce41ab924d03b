;; The loops of the vector scan in WebAssembly SIMD. scan-kernel.ts does the same in TypeScript, and tests check that the two
;; are equal to the last bit: sums are integers, and a score is one conversion and one multiplication in 32-bit floats, which
;; round the same everywhere. scan-kernel.ts explains each function and its parameters.
;;
;; Addresses are bytes in the memory that is passed in. `bytes`, the length of a row, is a multiple of 32. Rows are read in
;; fours and codes in blocks of 32, so the memory after a segment's last row must be readable, whatever it contains.
;;
;; Both scans write the rows they find one after the other and stop early when the room for them might run out; `next` is then
;; the row to continue with. A group of rows with a find stores its scores at the end of those found so far and closes the gaps
;; from left to right: a score never moves over one that is still to be read.
(module
  (import "scan" "memory" (memory 1 32768))
  (global $next (mut i32) (i32.const 0))

  (func (export "next") (result i32) (global.get $next))

  ;; May a row be found? Any row may if there is no mask.
  (func $allowed (param $mask i32) (param $row i32) (result i32)
    (if (result i32) (local.get $mask)
      (then
        (i32.and
          (i32.shr_u
            (i32.load (i32.add (local.get $mask) (i32.shl (i32.shr_u (local.get $row) (i32.const 5)) (i32.const 2))))
            (i32.and (local.get $row) (i32.const 31)))
          (i32.const 1)))
      (else (i32.const 1))))

  ;; Takes the rows of one group whose bits are set in `hits`; their scores are at the end of `scores`. Returns the new count.
  (func $take (param $hits i32) (param $row i32) (param $last i32) (param $mask i32)
    (param $found i32) (param $scores i32) (param $count i32) (result i32)
    (local $from i32) (local $lane i32) (local $at i32)
    (local.set $from (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $lanes
        (br_if $done (i32.eqz (local.get $hits)))
        (local.set $lane (i32.ctz (local.get $hits)))
        (local.set $hits (i32.and (local.get $hits) (i32.sub (local.get $hits) (i32.const 1))))
        (local.set $at (i32.add (local.get $row) (local.get $lane)))
        (br_if $done (i32.ge_u (local.get $at) (local.get $last)))
        (br_if $lanes (i32.eqz (call $allowed (local.get $mask) (local.get $at))))
        (i32.store (i32.add (local.get $found) (i32.shl (local.get $count) (i32.const 2))) (local.get $at))
        (f32.store
          (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2)))
          (f32.load (i32.add (local.get $from) (i32.shl (local.get $lane) (i32.const 2)))))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $lanes)))
    (local.get $count))

  ;; Sixteen bits per lane of the query times eight bits per lane of the row. Four rows go together, so that each piece of
  ;; the query is loaded once for all of them.
  (func (export "scan") (param $vectors i32) (param $scales i32) (param $bytes i32) (param $query i32)
    (param $row i32) (param $last i32) (param $above f32) (param $mask i32)
    (param $found i32) (param $scores i32) (param $room i32) (result i32)
    (local $count i32) (local $q i32) (local $end i32)
    (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $q0 v128) (local $q1 v128) (local $q2 v128) (local $q3 v128)
    (local $score v128) (local $bar v128) (local $hit v128)
    (local.set $bar (f32x4.splat (local.get $above)))
    (local.set $end (i32.add (local.get $query) (i32.shl (local.get $bytes) (i32.const 1))))
    (local.set $p3 (i32.add (local.get $vectors) (i32.mul (local.get $row) (local.get $bytes))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $row) (local.get $last)))
        (br_if $done (i32.gt_u (i32.add (local.get $count) (i32.const 4)) (local.get $room)))
        (local.set $p0 (local.get $p3))
        (local.set $p1 (i32.add (local.get $p0) (local.get $bytes)))
        (local.set $p2 (i32.add (local.get $p1) (local.get $bytes)))
        (local.set $p3 (i32.add (local.get $p2) (local.get $bytes)))
        (local.set $q (local.get $query))
        (local.set $a0 (v128.const i32x4 0 0 0 0))
        (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0))
        (local.set $a3 (v128.const i32x4 0 0 0 0))
        (loop $dims
          (local.set $q0 (v128.load (local.get $q)))
          (local.set $q1 (v128.load offset=16 (local.get $q)))
          (local.set $q2 (v128.load offset=32 (local.get $q)))
          (local.set $q3 (v128.load offset=48 (local.get $q)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p0)) (local.get $q0))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p1)) (local.get $q0))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p2)) (local.get $q0))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p3)) (local.get $q0))))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p0)) (local.get $q1))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p1)) (local.get $q1))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p2)) (local.get $q1))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p3)) (local.get $q1))))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p0)) (local.get $q2))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p1)) (local.get $q2))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p2)) (local.get $q2))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p3)) (local.get $q2))))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p0)) (local.get $q3))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p1)) (local.get $q3))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p2)) (local.get $q3))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p3)) (local.get $q3))))
          (local.set $p0 (i32.add (local.get $p0) (i32.const 32)))
          (local.set $p1 (i32.add (local.get $p1) (i32.const 32)))
          (local.set $p2 (i32.add (local.get $p2) (i32.const 32)))
          (local.set $p3 (i32.add (local.get $p3) (i32.const 32)))
          (br_if $dims (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 64))) (local.get $end))))
        ;; Four sums of four lanes each become one vector of four sums.
        (local.set $a0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a0) (local.get $a1))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a0) (local.get $a1))))
        (local.set $a2 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a2) (local.get $a3))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a2) (local.get $a3))))
        (local.set $score (f32x4.mul
          (v128.load (i32.add (local.get $scales) (i32.shl (local.get $row) (i32.const 2))))
          (f32x4.convert_i32x4_s (i32x4.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a0) (local.get $a2))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a0) (local.get $a2))))))
        (local.set $hit (f32x4.gt (local.get $score) (local.get $bar)))
        (if (v128.any_true (local.get $hit))
          (then
            (v128.store (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))) (local.get $score))
            (local.set $count (call $take (i32x4.bitmask (local.get $hit)) (local.get $row) (local.get $last)
              (local.get $mask) (local.get $found) (local.get $scores) (local.get $count)))))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br $rows)))
    (global.set $next (local.get $row))
    (local.get $count))

  (func (export "score") (param $vectors i32) (param $scales i32) (param $bytes i32) (param $query i32)
    (param $rows i32) (param $scores i32) (param $count i32)
    (local $row i32) (local $p i32) (local $q i32) (local $end i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $query) (i32.shl (local.get $bytes) (i32.const 1))))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $row (i32.load (local.get $rows)))
        (local.set $p (i32.add (local.get $vectors) (i32.mul (local.get $row) (local.get $bytes))))
        (local.set $q (local.get $query))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (loop $dims
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p)) (v128.load (local.get $q)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p)) (v128.load offset=16 (local.get $q)))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p)) (v128.load offset=32 (local.get $q)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p)) (v128.load offset=48 (local.get $q)))))
          (local.set $p (i32.add (local.get $p) (i32.const 32)))
          (br_if $dims (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 64))) (local.get $end))))
        (local.set $a (i32x4.add (local.get $a) (local.get $b)))
        (f32.store (local.get $scores) (f32.mul
          (f32.convert_i32_s (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
            (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
          (f32.load (i32.add (local.get $scales) (i32.shl (local.get $row) (i32.const 2))))))
        (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $each))))

  ;; A block of 32 rows: 16 bytes per four dimensions, byte j with the four bits of row j (low) and of row j + 16 (high).
  ;; The four bits look up their share of the score in a table of 16 bytes, 16 rows at a time. Shares are at most 63: four
  ;; fit a byte, and are then added to sums of 16 bits, the odd rows' apart from the even rows' with the odd ones above them.
  (func (export "scanCodes") (param $codes i32) (param $bytes i32) (param $tables i32)
    (param $row i32) (param $last i32) (param $least i32) (param $mask i32)
    (param $found i32) (param $scores i32) (param $room i32) (result i32)
    (local $count i32) (local $t i32) (local $end i32) (local $bar v128) (local $low v128)
    (local $c0 v128) (local $c1 v128) (local $c2 v128) (local $c3 v128)
    (local $t0 v128) (local $t1 v128) (local $t2 v128) (local $t3 v128)
    (local $x v128) (local $y v128) (local $even0 v128) (local $odd0 v128) (local $even1 v128) (local $odd1 v128)
    (local $hits i32) (local $to i32)
    (local.set $bar (i16x8.splat (local.get $least)))
    (local.set $low (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))
    (local.set $end (i32.add (local.get $tables) (i32.shl (local.get $bytes) (i32.const 2))))
    (local.set $codes (i32.add (local.get $codes) (i32.mul (i32.shr_u (local.get $row) (i32.const 5)) (i32.shl (local.get $bytes) (i32.const 2)))))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $row) (local.get $last)))
        (br_if $done (i32.gt_u (i32.add (local.get $count) (i32.const 32)) (local.get $room)))
        (local.set $t (local.get $tables))
        (local.set $even0 (v128.const i32x4 0 0 0 0))
        (local.set $odd0 (v128.const i32x4 0 0 0 0))
        (local.set $even1 (v128.const i32x4 0 0 0 0))
        (local.set $odd1 (v128.const i32x4 0 0 0 0))
        (loop $groups
          (local.set $t0 (v128.load (local.get $t)))
          (local.set $t1 (v128.load offset=16 (local.get $t)))
          (local.set $t2 (v128.load offset=32 (local.get $t)))
          (local.set $t3 (v128.load offset=48 (local.get $t)))
          (local.set $c0 (v128.load (local.get $codes)))
          (local.set $c1 (v128.load offset=16 (local.get $codes)))
          (local.set $c2 (v128.load offset=32 (local.get $codes)))
          (local.set $c3 (v128.load offset=48 (local.get $codes)))
          (local.set $x (i8x16.add
            (i8x16.add
              (i8x16.swizzle (local.get $t0) (v128.and (local.get $c0) (local.get $low)))
              (i8x16.swizzle (local.get $t1) (v128.and (local.get $c1) (local.get $low))))
            (i8x16.add
              (i8x16.swizzle (local.get $t2) (v128.and (local.get $c2) (local.get $low)))
              (i8x16.swizzle (local.get $t3) (v128.and (local.get $c3) (local.get $low))))))
          (local.set $y (i8x16.add
            (i8x16.add
              (i8x16.swizzle (local.get $t0) (v128.and (i16x8.shr_u (local.get $c0) (i32.const 4)) (local.get $low)))
              (i8x16.swizzle (local.get $t1) (v128.and (i16x8.shr_u (local.get $c1) (i32.const 4)) (local.get $low))))
            (i8x16.add
              (i8x16.swizzle (local.get $t2) (v128.and (i16x8.shr_u (local.get $c2) (i32.const 4)) (local.get $low)))
              (i8x16.swizzle (local.get $t3) (v128.and (i16x8.shr_u (local.get $c3) (i32.const 4)) (local.get $low))))))
          (local.set $even0 (i16x8.add (local.get $even0) (local.get $x)))
          (local.set $odd0 (i16x8.add (local.get $odd0) (i16x8.shr_u (local.get $x) (i32.const 8))))
          (local.set $even1 (i16x8.add (local.get $even1) (local.get $y)))
          (local.set $odd1 (i16x8.add (local.get $odd1) (i16x8.shr_u (local.get $y) (i32.const 8))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 64)))
          (br_if $groups (i32.lt_u (local.tee $t (i32.add (local.get $t) (i32.const 64))) (local.get $end))))
        (local.set $even0 (i16x8.sub (local.get $even0) (i16x8.shl (local.get $odd0) (i32.const 8))))
        (local.set $even1 (i16x8.sub (local.get $even1) (i16x8.shl (local.get $odd1) (i32.const 8))))
        (local.set $x (v128.bitselect
          (i16x8.ge_u (local.get $even0) (local.get $bar)) (i16x8.ge_u (local.get $odd0) (local.get $bar))
          (v128.const i32x4 0x00ff00ff 0x00ff00ff 0x00ff00ff 0x00ff00ff)))
        (local.set $y (v128.bitselect
          (i16x8.ge_u (local.get $even1) (local.get $bar)) (i16x8.ge_u (local.get $odd1) (local.get $bar))
          (v128.const i32x4 0x00ff00ff 0x00ff00ff 0x00ff00ff 0x00ff00ff)))
        (if (v128.any_true (v128.or (local.get $x) (local.get $y)))
          (then
            (local.set $hits (i32.or (i8x16.bitmask (local.get $x)) (i32.shl (i8x16.bitmask (local.get $y)) (i32.const 16))))
            (local.set $to (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
            (call $spread (local.get $even0) (local.get $odd0) (local.get $to))
            (call $spread (local.get $even1) (local.get $odd1) (i32.add (local.get $to) (i32.const 64)))
            (local.set $count (call $take (local.get $hits) (local.get $row) (local.get $last)
              (local.get $mask) (local.get $found) (local.get $scores) (local.get $count)))))
        (local.set $row (i32.add (local.get $row) (i32.const 32)))
        (br $blocks)))
    (global.set $next (local.get $row))
    (local.get $count))

  ;; Sixteen sums of 16 bits, of even and of odd rows, in the order of the rows and as floats.
  (func $spread (param $even v128) (param $odd v128) (param $to i32)
    (local $x v128)
    (local.set $x (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $even) (local.get $odd)))
    (v128.store (local.get $to) (f32x4.convert_i32x4_u (i32x4.extend_low_i16x8_u (local.get $x))))
    (v128.store offset=16 (local.get $to) (f32x4.convert_i32x4_u (i32x4.extend_high_i16x8_u (local.get $x))))
    (local.set $x (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $even) (local.get $odd)))
    (v128.store offset=32 (local.get $to) (f32x4.convert_i32x4_u (i32x4.extend_low_i16x8_u (local.get $x))))
    (v128.store offset=48 (local.get $to) (f32x4.convert_i32x4_u (i32x4.extend_high_i16x8_u (local.get $x)))))

  ;; Bytes with two values of four bits each become two bytes, looked up among 16 levels. The packed bytes may be the second half of
  ;; the target: they are read before they are overwritten.
  (func (export "unpack") (param $packed i32) (param $count i32) (param $levels i32) (param $to i32)
    (local $end i32) (local $x v128) (local $low v128) (local $high v128) (local $table v128)
    (local.set $table (v128.load (local.get $levels)))
    (local.set $end (i32.add (local.get $packed) (local.get $count)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $packed) (local.get $end)))
        (local.set $x (v128.load (local.get $packed)))
        (local.set $low (i8x16.swizzle (local.get $table) (v128.and (local.get $x)
          (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))
        (local.set $high (i8x16.swizzle (local.get $table) (i8x16.shr_u (local.get $x) (i32.const 4))))
        (v128.store (local.get $to)
          (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $low) (local.get $high)))
        (v128.store offset=16 (local.get $to)
          (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $low) (local.get $high)))
        (local.set $packed (i32.add (local.get $packed) (i32.const 16)))
        (local.set $to (i32.add (local.get $to) (i32.const 32)))
        (br $each)))))
