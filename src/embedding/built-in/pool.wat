;; The inner loops of the built-in embedding model. Rows are int8, everything else is float32; `dims` is a multiple of 16.
;; Sums over the words of a text run word by word for each dimension, so that SIMD lanes do not change the order of additions.
(module
  (import "env" "memory" (memory 1))

  ;; out[i] += factor × row[i] for 16 dimensions at a time, from byte `row` and float `out` on, `count` dimensions.
  (func $add (param $row i32) (param $out i32) (param $count i32) (param $factor f32)
    (local $f v128) (local $b v128) (local $lo v128) (local $hi v128) (local $end i32)
    (local.set $f (f32x4.splat (local.get $factor)))
    (local.set $end (i32.add (local.get $row) (local.get $count)))
    (loop $next
      (local.set $b (v128.load (local.get $row)))
      (local.set $lo (i16x8.extend_low_i8x16_s (local.get $b)))
      (local.set $hi (i16x8.extend_high_i8x16_s (local.get $b)))
      (v128.store (local.get $out)
        (f32x4.add (v128.load (local.get $out))
          (f32x4.mul (local.get $f) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $lo))))))
      (v128.store offset=16 (local.get $out)
        (f32x4.add (v128.load offset=16 (local.get $out))
          (f32x4.mul (local.get $f) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $lo))))))
      (v128.store offset=32 (local.get $out)
        (f32x4.add (v128.load offset=32 (local.get $out))
          (f32x4.mul (local.get $f) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $hi))))))
      (v128.store offset=48 (local.get $out)
        (f32x4.add (v128.load offset=48 (local.get $out))
          (f32x4.mul (local.get $f) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $hi))))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $row) (local.get $end)))))

  ;; out = Σ over words of factor × row, with a separate factor for each of the `heads` parts of a row.
  ;; words: u16 numbers; factors: count × heads floats.
  (func (export "pool")
    (param $rows i32) (param $dims i32) (param $words i32) (param $count i32) (param $factors i32) (param $heads i32) (param $out i32)
    (local $i i32) (local $h i32) (local $row i32) (local $width i32) (local $to i32)
    (memory.fill (local.get $out) (i32.const 0) (i32.shl (local.get $dims) (i32.const 2)))
    (local.set $width (i32.div_u (local.get $dims) (local.get $heads)))
    (block $done
      (loop $word
        (br_if $done (i32.ge_u (local.get $i) (local.get $count)))
        (local.set $row
          (i32.add (local.get $rows)
            (i32.mul (i32.load16_u (i32.add (local.get $words) (i32.shl (local.get $i) (i32.const 1)))) (local.get $dims))))
        (local.set $to (local.get $out))
        (local.set $h (i32.const 0))
        (loop $head
          (call $add (local.get $row) (local.get $to) (local.get $width) (f32.load (local.get $factors)))
          (local.set $factors (i32.add (local.get $factors) (i32.const 4)))
          (local.set $row (i32.add (local.get $row) (local.get $width)))
          (local.set $to (i32.add (local.get $to) (i32.shl (local.get $width) (i32.const 2))))
          (local.set $h (i32.add (local.get $h) (i32.const 1)))
          (br_if $head (i32.lt_u (local.get $h) (local.get $heads))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $word))))

  ;; Converts a matrix of 16-bit floats, row by row, to one of 32-bit floats in tiles: 16 columns of all rows, then the next 16 columns.
  ;; half-floats.ts explains the conversion. `columns` is a multiple of 16.
  (func (export "widen") (param $from i32) (param $to i32) (param $dims i32) (param $columns i32)
    (local $end i32) (local $rowEnd i32) (local $tile i32)
    (local.set $end (i32.add (local.get $from) (i32.shl (i32.mul (local.get $dims) (local.get $columns)) (i32.const 1))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $tile (local.get $to))
        (local.set $rowEnd (i32.add (local.get $from) (i32.shl (local.get $columns) (i32.const 1))))
        (loop $sixteen
          (call $widenEight (v128.load (local.get $from)) (local.get $tile))
          (call $widenEight (v128.load offset=16 (local.get $from)) (i32.add (local.get $tile) (i32.const 32)))
          (local.set $from (i32.add (local.get $from) (i32.const 32)))
          (local.set $tile (i32.add (local.get $tile) (i32.shl (local.get $dims) (i32.const 6))))
          (br_if $sixteen (i32.lt_u (local.get $from) (local.get $rowEnd))))
        (local.set $to (i32.add (local.get $to) (i32.const 64)))
        (br $row))))

  (func $widenEight (param $halves v128) (param $to i32)
    (v128.store (local.get $to) (call $widenFour (i32x4.extend_low_i16x8_u (local.get $halves))))
    (v128.store offset=16 (local.get $to) (call $widenFour (i32x4.extend_high_i16x8_u (local.get $halves)))))

  (func $widenFour (param $w v128) (result v128)
    (f32x4.mul (f32x4.splat (f32.const 0x1p112))
      (v128.or
        (i32x4.shl (v128.and (local.get $w) (i32x4.splat (i32.const 0x8000))) (i32.const 16))
        (i32x4.shl (v128.and (local.get $w) (i32x4.splat (i32.const 0x7fff))) (i32.const 13)))))

  ;; out (columns floats) = vector (dims floats) × matrix (in tiles, as `widen` makes it), for `count` vectors that are `step` bytes
  ;; apart, whose results are `step` bytes apart, too. `count` is even. Two vectors are multiplied with a tile at a time: their sums stay in
  ;; registers, and each number of the matrix is loaded once for both. Rows are added in their order.
  (func (export "multiply")
    (param $vector i32) (param $step i32) (param $count i32) (param $matrix i32) (param $dims i32) (param $columns i32) (param $out i32)
    (local $i i32) (local $v i32) (local $w i32) (local $end i32) (local $to i32) (local $stop i32) (local $row i32) (local $two i32)
    (local $f v128) (local $g v128) (local $m0 v128) (local $m1 v128) (local $m2 v128) (local $m3 v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $two (i32.shl (local.get $step) (i32.const 1)))
    (local.set $stop (i32.add (local.get $out) (i32.shl (local.get $columns) (i32.const 2))))
    (loop $tile
      (local.set $i (local.get $count))
      (local.set $v (local.get $vector))
      (local.set $to (local.get $out))
      (loop $pair
        (local.set $row (local.get $matrix))
        (local.set $end (i32.add (local.get $v) (i32.shl (local.get $dims) (i32.const 2))))
        (local.set $a0 (v128.const f32x4 0 0 0 0))
        (local.set $a1 (v128.const f32x4 0 0 0 0))
        (local.set $a2 (v128.const f32x4 0 0 0 0))
        (local.set $a3 (v128.const f32x4 0 0 0 0))
        (local.set $b0 (v128.const f32x4 0 0 0 0))
        (local.set $b1 (v128.const f32x4 0 0 0 0))
        (local.set $b2 (v128.const f32x4 0 0 0 0))
        (local.set $b3 (v128.const f32x4 0 0 0 0))
        (loop $next
          (local.set $f (v128.load32_splat (local.get $v)))
          (local.set $g (v128.load32_splat (i32.add (local.get $v) (local.get $step))))
          (local.set $m0 (v128.load (local.get $row)))
          (local.set $m1 (v128.load offset=16 (local.get $row)))
          (local.set $m2 (v128.load offset=32 (local.get $row)))
          (local.set $m3 (v128.load offset=48 (local.get $row)))
          (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $f) (local.get $m0))))
          (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $f) (local.get $m1))))
          (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $f) (local.get $m2))))
          (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $f) (local.get $m3))))
          (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $g) (local.get $m0))))
          (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $g) (local.get $m1))))
          (local.set $b2 (f32x4.add (local.get $b2) (f32x4.mul (local.get $g) (local.get $m2))))
          (local.set $b3 (f32x4.add (local.get $b3) (f32x4.mul (local.get $g) (local.get $m3))))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (local.set $v (i32.add (local.get $v) (i32.const 4)))
          (br_if $next (i32.lt_u (local.get $v) (local.get $end))))
        (local.set $w (i32.add (local.get $to) (local.get $step)))
        (v128.store (local.get $to) (local.get $a0))
        (v128.store offset=16 (local.get $to) (local.get $a1))
        (v128.store offset=32 (local.get $to) (local.get $a2))
        (v128.store offset=48 (local.get $to) (local.get $a3))
        (v128.store (local.get $w) (local.get $b0))
        (v128.store offset=16 (local.get $w) (local.get $b1))
        (v128.store offset=32 (local.get $w) (local.get $b2))
        (v128.store offset=48 (local.get $w) (local.get $b3))
        (local.set $v (i32.add (local.get $v) (i32.sub (local.get $two) (i32.shl (local.get $dims) (i32.const 2)))))
        (local.set $to (i32.add (local.get $to) (local.get $two)))
        (br_if $pair (local.tee $i (i32.sub (local.get $i) (i32.const 2)))))
      (local.set $matrix (local.get $row))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (br_if $tile (i32.lt_u (local.get $out) (local.get $stop)))))

  ;; Makes a table of words (text-words.ts): start and end of each at `places`, number + 1 in a slot. Returns the number of words.
  (func (export "index")
    (param $letters i32) (param $length i32) (param $places i32) (param $most i32) (param $slots i32) (param $slotCount i32)
    (result i32)
    (local $at i32) (local $end i32) (local $start i32) (local $hash i32) (local $count i32) (local $code i32) (local $mask i32)
    (local.set $mask (i32.sub (local.get $slotCount) (i32.const 1)))
    (local.set $at (local.get $letters))
    (local.set $end (i32.add (local.get $letters) (local.get $length)))
    (block $done
      (loop $word
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $start (local.get $at))
        (local.set $hash (i32.const 0))
        (block $ended
          (loop $letter
            (br_if $ended (i32.ge_u (local.get $at) (local.get $end)))
            (br_if $ended (i32.eq (local.tee $code (i32.load8_u (local.get $at))) (i32.const 10)))
            (local.set $hash (i32.add (i32.mul (local.get $hash) (i32.const 31)) (local.get $code)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $letter)))
        (if (i32.gt_u (local.get $at) (local.get $start))
          (then
            (if (i32.lt_u (local.get $count) (local.get $most))
              (then
                (i32.store (local.get $places) (i32.sub (local.get $start) (local.get $letters)))
                (i32.store offset=4 (local.get $places) (i32.sub (local.get $at) (local.get $letters)))
                (local.set $places (i32.add (local.get $places) (i32.const 8)))
                (local.set $hash
                  (i32.mul (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))) (i32.const 0x45d9f3b)))
                (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
                (loop $taken
                  (local.set $code
                    (i32.add (local.get $slots)
                      (i32.shl (i32.and (local.get $hash) (local.get $mask)) (i32.const 1))))
                  (local.set $hash (i32.add (local.get $hash) (i32.const 1)))
                  (br_if $taken (i32.load16_u (local.get $code))))
                (i32.store16 (local.get $code) (i32.add (local.get $count) (i32.const 1)))))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $word)))
    (local.get $count))

  ;; out[word × heads + head] = row of the word · about (heads × dims floats).
  (func (export "dots")
    (param $rows i32) (param $dims i32) (param $words i32) (param $count i32) (param $about i32) (param $heads i32) (param $out i32)
    (local $i i32) (local $h i32) (local $row i32) (local $end i32) (local $with i32) (local $start i32)
    (local $sum v128) (local $b v128) (local $lo v128) (local $hi v128)
    (block $done
      (loop $word
        (br_if $done (i32.ge_u (local.get $i) (local.get $count)))
        (local.set $start
          (i32.add (local.get $rows)
            (i32.mul (i32.load16_u (i32.add (local.get $words) (i32.shl (local.get $i) (i32.const 1)))) (local.get $dims))))
        (local.set $end (i32.add (local.get $start) (local.get $dims)))
        (local.set $with (local.get $about))
        (local.set $h (i32.const 0))
        (loop $head
          (local.set $row (local.get $start))
          (local.set $sum (v128.const f32x4 0 0 0 0))
          (loop $next
            (local.set $b (v128.load (local.get $row)))
            (local.set $lo (i16x8.extend_low_i8x16_s (local.get $b)))
            (local.set $hi (i16x8.extend_high_i8x16_s (local.get $b)))
            (local.set $sum (f32x4.add (local.get $sum)
              (f32x4.mul (v128.load (local.get $with)) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $lo))))))
            (local.set $sum (f32x4.add (local.get $sum)
              (f32x4.mul (v128.load offset=16 (local.get $with)) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $lo))))))
            (local.set $sum (f32x4.add (local.get $sum)
              (f32x4.mul (v128.load offset=32 (local.get $with)) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $hi))))))
            (local.set $sum (f32x4.add (local.get $sum)
              (f32x4.mul (v128.load offset=48 (local.get $with)) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $hi))))))
            (local.set $row (i32.add (local.get $row) (i32.const 16)))
            (local.set $with (i32.add (local.get $with) (i32.const 64)))
            (br_if $next (i32.lt_u (local.get $row) (local.get $end))))
          (f32.store (local.get $out)
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
              (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))
          (local.set $h (i32.add (local.get $h) (i32.const 1)))
          (br_if $head (i32.lt_u (local.get $h) (local.get $heads))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $word)))))
