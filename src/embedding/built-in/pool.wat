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

  ;; As `multiply`, for four vectors that are `step` bytes apart, whose results are `outStep` bytes apart. Each number of the matrix is
  ;; read once for all four: it is larger than the nearest caches, so that reading it is what `multiply` mostly waits for. The rows are
  ;; added in the same order, so that the sums are the same, and zeros are not skipped, because all four are seldom zero. `dims` is a
  ;; multiple of 4.
  (func (export "multiplyFour")
    (param $vector i32) (param $step i32) (param $matrix i32) (param $dims i32) (param $columns i32) (param $out i32) (param $outStep i32)
    (local $end i32) (local $stop i32) (local $rowBytes i32)
    (local $o0 i32) (local $o1 i32) (local $o2 i32) (local $o3 i32) (local $v i32)
    (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32)
    (local $m0 v128) (local $m1 v128) (local $m2 v128) (local $m3 v128)
    (local $f00 v128) (local $f01 v128) (local $f02 v128) (local $f03 v128)
    (local $f10 v128) (local $f11 v128) (local $f12 v128) (local $f13 v128)
    (local $f20 v128) (local $f21 v128) (local $f22 v128) (local $f23 v128)
    (local $f30 v128) (local $f31 v128) (local $f32 v128) (local $f33 v128)
    (local.set $rowBytes (i32.shl (local.get $columns) (i32.const 2)))
    (memory.fill (local.get $out) (i32.const 0) (local.get $rowBytes))
    (memory.fill (i32.add (local.get $out) (local.get $outStep)) (i32.const 0) (local.get $rowBytes))
    (memory.fill (i32.add (local.get $out) (i32.mul (local.get $outStep) (i32.const 2))) (i32.const 0) (local.get $rowBytes))
    (memory.fill (i32.add (local.get $out) (i32.mul (local.get $outStep) (i32.const 3))) (i32.const 0) (local.get $rowBytes))
    (local.set $end (i32.add (local.get $vector) (i32.shl (local.get $dims) (i32.const 2))))
    (local.set $stop (i32.add (local.get $out) (local.get $rowBytes)))
    (loop $fourRows
      (local.set $v (local.get $vector))
      (local.set $f00 (v128.load32_splat (local.get $v)))
      (local.set $f01 (v128.load32_splat offset=4 (local.get $v)))
      (local.set $f02 (v128.load32_splat offset=8 (local.get $v)))
      (local.set $f03 (v128.load32_splat offset=12 (local.get $v)))
      (local.set $v (i32.add (local.get $v) (local.get $step)))
      (local.set $f10 (v128.load32_splat (local.get $v)))
      (local.set $f11 (v128.load32_splat offset=4 (local.get $v)))
      (local.set $f12 (v128.load32_splat offset=8 (local.get $v)))
      (local.set $f13 (v128.load32_splat offset=12 (local.get $v)))
      (local.set $v (i32.add (local.get $v) (local.get $step)))
      (local.set $f20 (v128.load32_splat (local.get $v)))
      (local.set $f21 (v128.load32_splat offset=4 (local.get $v)))
      (local.set $f22 (v128.load32_splat offset=8 (local.get $v)))
      (local.set $f23 (v128.load32_splat offset=12 (local.get $v)))
      (local.set $v (i32.add (local.get $v) (local.get $step)))
      (local.set $f30 (v128.load32_splat (local.get $v)))
      (local.set $f31 (v128.load32_splat offset=4 (local.get $v)))
      (local.set $f32 (v128.load32_splat offset=8 (local.get $v)))
      (local.set $f33 (v128.load32_splat offset=12 (local.get $v)))
      (local.set $p0 (local.get $matrix))
      (local.set $p1 (i32.add (local.get $p0) (local.get $rowBytes)))
      (local.set $p2 (i32.add (local.get $p1) (local.get $rowBytes)))
      (local.set $p3 (i32.add (local.get $p2) (local.get $rowBytes)))
      (local.set $o0 (local.get $out))
      (local.set $o1 (i32.add (local.get $o0) (local.get $outStep)))
      (local.set $o2 (i32.add (local.get $o1) (local.get $outStep)))
      (local.set $o3 (i32.add (local.get $o2) (local.get $outStep)))
      (loop $columns
        (local.set $m0 (v128.load (local.get $p0)))
        (local.set $m1 (v128.load (local.get $p1)))
        (local.set $m2 (v128.load (local.get $p2)))
        (local.set $m3 (v128.load (local.get $p3)))
        (v128.store (local.get $o0)
          (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load (local.get $o0))
          (f32x4.mul (local.get $f00) (local.get $m0))) (f32x4.mul (local.get $f01) (local.get $m1)))
          (f32x4.mul (local.get $f02) (local.get $m2))) (f32x4.mul (local.get $f03) (local.get $m3))))
        (v128.store (local.get $o1)
          (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load (local.get $o1))
          (f32x4.mul (local.get $f10) (local.get $m0))) (f32x4.mul (local.get $f11) (local.get $m1)))
          (f32x4.mul (local.get $f12) (local.get $m2))) (f32x4.mul (local.get $f13) (local.get $m3))))
        (v128.store (local.get $o2)
          (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load (local.get $o2))
          (f32x4.mul (local.get $f20) (local.get $m0))) (f32x4.mul (local.get $f21) (local.get $m1)))
          (f32x4.mul (local.get $f22) (local.get $m2))) (f32x4.mul (local.get $f23) (local.get $m3))))
        (v128.store (local.get $o3)
          (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load (local.get $o3))
          (f32x4.mul (local.get $f30) (local.get $m0))) (f32x4.mul (local.get $f31) (local.get $m1)))
          (f32x4.mul (local.get $f32) (local.get $m2))) (f32x4.mul (local.get $f33) (local.get $m3))))
        (local.set $m0 (v128.load offset=16 (local.get $p0)))
        (local.set $m1 (v128.load offset=16 (local.get $p1)))
        (local.set $m2 (v128.load offset=16 (local.get $p2)))
        (local.set $m3 (v128.load offset=16 (local.get $p3)))
        (v128.store offset=16 (local.get $o0)
          (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load offset=16 (local.get $o0))
          (f32x4.mul (local.get $f00) (local.get $m0))) (f32x4.mul (local.get $f01) (local.get $m1)))
          (f32x4.mul (local.get $f02) (local.get $m2))) (f32x4.mul (local.get $f03) (local.get $m3))))
        (v128.store offset=16 (local.get $o1)
          (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load offset=16 (local.get $o1))
          (f32x4.mul (local.get $f10) (local.get $m0))) (f32x4.mul (local.get $f11) (local.get $m1)))
          (f32x4.mul (local.get $f12) (local.get $m2))) (f32x4.mul (local.get $f13) (local.get $m3))))
        (v128.store offset=16 (local.get $o2)
          (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load offset=16 (local.get $o2))
          (f32x4.mul (local.get $f20) (local.get $m0))) (f32x4.mul (local.get $f21) (local.get $m1)))
          (f32x4.mul (local.get $f22) (local.get $m2))) (f32x4.mul (local.get $f23) (local.get $m3))))
        (v128.store offset=16 (local.get $o3)
          (f32x4.add (f32x4.add (f32x4.add (f32x4.add (v128.load offset=16 (local.get $o3))
          (f32x4.mul (local.get $f30) (local.get $m0))) (f32x4.mul (local.get $f31) (local.get $m1)))
          (f32x4.mul (local.get $f32) (local.get $m2))) (f32x4.mul (local.get $f33) (local.get $m3))))
        (local.set $p0 (i32.add (local.get $p0) (i32.const 32)))
        (local.set $p1 (i32.add (local.get $p1) (i32.const 32)))
        (local.set $p2 (i32.add (local.get $p2) (i32.const 32)))
        (local.set $p3 (i32.add (local.get $p3) (i32.const 32)))
        (local.set $o0 (i32.add (local.get $o0) (i32.const 32)))
        (local.set $o1 (i32.add (local.get $o1) (i32.const 32)))
        (local.set $o2 (i32.add (local.get $o2) (i32.const 32)))
        (local.set $o3 (i32.add (local.get $o3) (i32.const 32)))
        (br_if $columns (i32.lt_u (local.get $o0) (local.get $stop))))
      (local.set $matrix (local.get $p3))
      (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
      (br_if $fourRows (i32.lt_u (local.get $vector) (local.get $end)))))

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

  ;; The kind of a UTF-16 unit in text-words.ts: 0 other, 1 lower case, 2 upper case, 3 digit. Behind the end: 0.
  (func $kind (param $at i32) (param $end i32) (result i32)
    (local $code i32)
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
    (local.set $code (i32.load16_u (local.get $at)))
    (if (i32.lt_u (i32.sub (local.get $code) (i32.const 97)) (i32.const 26)) (then (return (i32.const 1))))
    (if (i32.lt_u (i32.sub (local.get $code) (i32.const 65)) (i32.const 26)) (then (return (i32.const 2))))
    (if (i32.lt_u (i32.sub (local.get $code) (i32.const 48)) (i32.const 10)) (then (return (i32.const 3))))
    (i32.const 0))

  ;; Continues the hash of a word with the unit at `at`, in lower case.
  (func $step (param $hash i32) (param $at i32) (result i32)
    (i32.add (i32.mul (local.get $hash) (i32.const 31)) (i32.or (i32.load16_u (local.get $at)) (i32.const 32))))

  ;; The number of the word from `start` to `end`, ignoring case; -1 if it is not in the table.
  (func $find
    (param $start i32) (param $end i32) (param $hash i32) (param $letters i32) (param $places i32) (param $slots i32) (param $mask i32)
    (result i32)
    (local $number i32) (local $place i32) (local $letter i32) (local $at i32)
    (local.set $hash (i32.mul (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))) (i32.const 0x45d9f3b)))
    (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
    (loop $slot
      (local.set $number
        (i32.sub
          (i32.load16_u (i32.add (local.get $slots) (i32.shl (i32.and (local.get $hash) (local.get $mask)) (i32.const 1))))
          (i32.const 1)))
      (if (i32.lt_s (local.get $number) (i32.const 0)) (then (return (i32.const -1))))
      (local.set $hash (i32.add (local.get $hash) (i32.const 1)))
      (local.set $place (i32.add (local.get $places) (i32.shl (local.get $number) (i32.const 3))))
      (local.set $letter (i32.load (local.get $place)))
      (br_if $slot
        (i32.ne
          (i32.shl (i32.sub (i32.load offset=4 (local.get $place)) (local.get $letter)) (i32.const 1))
          (i32.sub (local.get $end) (local.get $start))))
      (local.set $letter (i32.add (local.get $letters) (local.get $letter)))
      (local.set $at (local.get $start))
      (loop $same
        (br_if $slot
          (i32.ne (i32.load8_u (local.get $letter)) (i32.or (i32.load16_u (local.get $at)) (i32.const 32))))
        (local.set $letter (i32.add (local.get $letter) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br_if $same (i32.lt_u (local.get $at) (local.get $end)))))
    (local.get $number))

  ;; Writes the numbers of the words of a text (`length` UTF-16 units) to `into`, at most `limit`, as text-words.ts explains. Returns
  ;; their count. `hashes` has room for the hashes of the beginnings of a word: 4 bytes for each of 24 letters.
  (func (export "findWords")
    (param $text i32) (param $length i32) (param $letters i32) (param $places i32) (param $slots i32) (param $slotCount i32)
    (param $hashes i32) (param $into i32) (param $limit i32)
    (result i32)
    (local $at i32) (local $end i32) (local $textEnd i32) (local $kind i32) (local $next i32) (local $hash i32) (local $i i32)
    (local $number i32) (local $first i32) (local $mask i32)
    (local.set $first (local.get $into))
    (local.set $limit (i32.add (local.get $into) (i32.shl (local.get $limit) (i32.const 1))))
    (local.set $mask (i32.sub (local.get $slotCount) (i32.const 1)))
    (local.set $textEnd (i32.add (local.get $text) (i32.shl (local.get $length) (i32.const 1))))
    (local.set $next (local.get $text))
    (block $done
      (loop $word
        (local.set $at (local.get $next))
        (br_if $done (i32.ge_u (local.get $at) (local.get $textEnd)))
        (br_if $done (i32.ge_u (local.get $into) (local.get $limit)))
        (local.set $next (i32.add (local.get $at) (i32.const 2)))
        (br_if $word (i32.eqz (local.tee $kind (call $kind (local.get $at) (local.get $textEnd)))))
        (block $same
          (loop $more
            (br_if $same (i32.ne (call $kind (local.get $next) (local.get $textEnd)) (local.get $kind)))
            (local.set $next (i32.add (local.get $next) (i32.const 2)))
            (br $more)))
        (if (i32.and
              (i32.eq (local.get $kind) (i32.const 2))
              (i32.eq (call $kind (local.get $next) (local.get $textEnd)) (i32.const 1)))
          (then
            (if (i32.gt_u (i32.sub (local.get $next) (local.get $at)) (i32.const 2))
              ;; The last capital begins the next word.
              (then (local.set $next (i32.sub (local.get $next) (i32.const 2))))
              (else
                (loop $more
                  (local.set $next (i32.add (local.get $next) (i32.const 2)))
                  (br_if $more (i32.eq (call $kind (local.get $next) (local.get $textEnd)) (i32.const 1))))))))
        (local.set $i (i32.sub (local.get $next) (local.get $at)))
        (br_if $word (i32.le_u (local.get $i) (i32.const 2)))
        (br_if $word (i32.and (i32.eq (local.get $kind) (i32.const 3)) (i32.gt_u (local.get $i) (i32.const 8))))
        (local.set $end (select (local.get $next) (i32.add (local.get $at) (i32.const 48)) (i32.le_u (local.get $i) (i32.const 48))))
        (local.set $hash (i32.const 0))
        (local.set $i (local.get $at))
        (loop $letter
          (local.set $hash (call $step (local.get $hash) (local.get $i)))
          (local.set $i (i32.add (local.get $i) (i32.const 2)))
          (br_if $letter (i32.lt_u (local.get $i) (local.get $end))))
        (local.set $number
          (call $find (local.get $at) (local.get $end) (local.get $hash)
            (local.get $letters) (local.get $places) (local.get $slots) (local.get $mask)))
        (if (i32.ge_s (local.get $number) (i32.const 0))
          (then
            (i32.store16 (local.get $into) (local.get $number))
            (local.set $into (i32.add (local.get $into) (i32.const 2)))
            (br $word)))
        ;; The longest known pieces of at least three letters, from the left.
        (loop $piece
          (br_if $word (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 6)))
          (br_if $word (i32.ge_u (local.get $into) (local.get $limit)))
          (local.set $hash (i32.const 0))
          (local.set $i (local.get $at))
          (loop $letter
            (local.set $hash (call $step (local.get $hash) (local.get $i)))
            (local.set $i (i32.add (local.get $i) (i32.const 2)))
            (i32.store
              (i32.add (local.get $hashes) (i32.shl (i32.sub (local.get $i) (local.get $at)) (i32.const 1)))
              (local.get $hash))
            (br_if $letter (i32.lt_u (local.get $i) (local.get $end))))
          (local.set $i (local.get $end))
          (loop $shorter
            (local.set $number
              (call $find (local.get $at) (local.get $i)
                (i32.load (i32.add (local.get $hashes) (i32.shl (i32.sub (local.get $i) (local.get $at)) (i32.const 1))))
                (local.get $letters) (local.get $places) (local.get $slots) (local.get $mask)))
            (if (i32.ge_s (local.get $number) (i32.const 0))
              (then
                (i32.store16 (local.get $into) (local.get $number))
                (local.set $into (i32.add (local.get $into) (i32.const 2)))
                (local.set $at (local.get $i))
                (br $piece)))
            (local.set $i (i32.sub (local.get $i) (i32.const 2)))
            (br_if $shorter (i32.ge_u (i32.sub (local.get $i) (local.get $at)) (i32.const 6))))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $piece))))
    (i32.shr_u (i32.sub (local.get $into) (local.get $first)) (i32.const 1)))

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
