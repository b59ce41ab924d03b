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

  ;; out (columns floats) = vector (dims floats) × matrix (dims × columns floats, row by row); columns is a multiple of 16.
  ;; Zeros of the vector, which are half of a hidden layer, are skipped. Four rows are added per step, one after the other: the sum is
  ;; the same as with one row per step, and `out` is loaded and stored a quarter as often. In the last step some factors may be 0.
  (func (export "multiply") (param $vector i32) (param $matrix i32) (param $dims i32) (param $columns i32) (param $out i32)
    (local $end i32) (local $at i32) (local $stop i32) (local $count i32)
    (local $m0 i32) (local $m1 i32) (local $m2 i32) (local $m3 i32) (local $f0 v128) (local $f1 v128) (local $f2 v128) (local $f3 v128)
    (memory.fill (local.get $out) (i32.const 0) (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $end (i32.add (local.get $vector) (i32.shl (local.get $dims) (i32.const 2))))
    (local.set $stop (i32.add (local.get $out) (i32.shl (local.get $columns) (i32.const 2))))
    (loop $row
      (if (f32.ne (f32.load (local.get $vector)) (f32.const 0))
        (then
          (local.set $m0 (local.get $m1)) (local.set $f0 (local.get $f1))
          (local.set $m1 (local.get $m2)) (local.set $f1 (local.get $f2))
          (local.set $m2 (local.get $m3)) (local.set $f2 (local.get $f3))
          (local.set $m3 (local.get $matrix)) (local.set $f3 (v128.load32_splat (local.get $vector)))
          (local.set $count (i32.add (local.get $count) (i32.const 1)))))
      (local.set $vector (i32.add (local.get $vector) (i32.const 4)))
      (local.set $matrix (i32.add (local.get $matrix) (i32.shl (local.get $columns) (i32.const 2))))
      (if (i32.or
            (i32.eq (local.get $count) (i32.const 4))
            (i32.and (i32.gt_u (local.get $count) (i32.const 0)) (i32.eq (local.get $vector) (local.get $end))))
        (then
          ;; Unused places: their factor is 0, but they are read.
          (if (i32.lt_u (local.get $count) (i32.const 4)) (then (local.set $m0 (local.get $m3))))
          (if (i32.lt_u (local.get $count) (i32.const 3)) (then (local.set $m1 (local.get $m3))))
          (if (i32.lt_u (local.get $count) (i32.const 2)) (then (local.set $m2 (local.get $m3))))
          (local.set $at (local.get $out))
          (loop $four
          (v128.store (local.get $at)
            (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load (local.get $at))
            (f32x4.mul (local.get $f0) (v128.load (local.get $m0))))
            (f32x4.mul (local.get $f1) (v128.load (local.get $m1))))
            (f32x4.mul (local.get $f2) (v128.load (local.get $m2))))
            (f32x4.mul (local.get $f3) (v128.load (local.get $m3)))))
          (v128.store offset=16 (local.get $at)
            (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load offset=16 (local.get $at))
            (f32x4.mul (local.get $f0) (v128.load offset=16 (local.get $m0))))
            (f32x4.mul (local.get $f1) (v128.load offset=16 (local.get $m1))))
            (f32x4.mul (local.get $f2) (v128.load offset=16 (local.get $m2))))
            (f32x4.mul (local.get $f3) (v128.load offset=16 (local.get $m3)))))
          (v128.store offset=32 (local.get $at)
            (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load offset=32 (local.get $at))
            (f32x4.mul (local.get $f0) (v128.load offset=32 (local.get $m0))))
            (f32x4.mul (local.get $f1) (v128.load offset=32 (local.get $m1))))
            (f32x4.mul (local.get $f2) (v128.load offset=32 (local.get $m2))))
            (f32x4.mul (local.get $f3) (v128.load offset=32 (local.get $m3)))))
          (v128.store offset=48 (local.get $at)
            (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load offset=48 (local.get $at))
            (f32x4.mul (local.get $f0) (v128.load offset=48 (local.get $m0))))
            (f32x4.mul (local.get $f1) (v128.load offset=48 (local.get $m1))))
            (f32x4.mul (local.get $f2) (v128.load offset=48 (local.get $m2))))
            (f32x4.mul (local.get $f3) (v128.load offset=48 (local.get $m3)))))
          (local.set $m0 (i32.add (local.get $m0) (i32.const 64)))
          (local.set $m1 (i32.add (local.get $m1) (i32.const 64)))
          (local.set $m2 (i32.add (local.get $m2) (i32.const 64)))
          (local.set $m3 (i32.add (local.get $m3) (i32.const 64)))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $four (i32.lt_u (local.get $at) (local.get $stop))))
          (local.set $count (i32.const 0))
          (local.set $f0 (v128.const f32x4 0 0 0 0)) (local.set $f1 (v128.const f32x4 0 0 0 0))
          (local.set $f2 (v128.const f32x4 0 0 0 0)) (local.set $f3 (v128.const f32x4 0 0 0 0))))
      (br_if $row (i32.lt_u (local.get $vector) (local.get $end)))))

  ;; Converts `count` 16-bit floats to 32-bit floats, 8 at a time, as half-floats.ts explains. `from` may end where `to` ends.
  (func (export "widen") (param $from i32) (param $to i32) (param $count i32)
    (local $end i32) (local $h v128) (local $w v128)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $count) (i32.const 1))))
    (block $done
      (loop $eight
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $h (v128.load (local.get $from)))
        (local.set $w (i32x4.extend_low_i16x8_u (local.get $h)))
        (v128.store (local.get $to) (f32x4.mul (f32x4.splat (f32.const 0x1p112))
          (v128.or
            (i32x4.shl (v128.and (local.get $w) (i32x4.splat (i32.const 0x8000))) (i32.const 16))
            (i32x4.shl (v128.and (local.get $w) (i32x4.splat (i32.const 0x7fff))) (i32.const 13)))))
        (local.set $w (i32x4.extend_high_i16x8_u (local.get $h)))
        (v128.store offset=16 (local.get $to) (f32x4.mul (f32x4.splat (f32.const 0x1p112))
          (v128.or
            (i32x4.shl (v128.and (local.get $w) (i32x4.splat (i32.const 0x8000))) (i32.const 16))
            (i32x4.shl (v128.and (local.get $w) (i32x4.splat (i32.const 0x7fff))) (i32.const 13)))))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (local.set $to (i32.add (local.get $to) (i32.const 32)))
        (br $eight))))

  ;; Makes a table of words (word-index.ts): start and end of each at `places`, number + 1 in a slot. Returns the number of words.
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
