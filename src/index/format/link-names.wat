;; Reads which names the files of a section `links` define and use (link-table.ts describes the bytes), as link-names.ts does in
;; TypeScript; tests compare the two. Names are numbers of strings, and each file counts once for a name. There are three kinds of
;; names, each with a place for every string: 0 for definitions, 1 for uses, 2 for namespaces.
;;
;; `visit` counts the files of each name, and writes down the names of each file. `lists` then writes the files of each name, one name
;; after the other, and turns counts into the ends of these lists. Both run once and for some milliseconds, before V8 has optimised
;; them: so what runs for every name is written out instead of being called.
(module
  (import "links" "memory" (memory 1))

  (global $at (mut i32) (i32.const 0))
  (global $next (mut i32) (i32.const 0))
  (global $mark (mut i32) (i32.const 0))
  ;; Bytes of the places of one kind.
  (global $kind (mut i32) (i32.const 0))
  (global $last (mut i32) (i32.const 0))
  (global $counts (mut i32) (i32.const 0))
  (global $names (mut i32) (i32.const 0))
  ;; The last heads of definitions.
  (global $latest (mut i32) (i32.const 0))
  (global $second (mut i32) (i32.const 0))
  (global $third (mut i32) (i32.const 0))
  (global $fourth (mut i32) (i32.const 0))

  (func $byte (result i32)
    (i32.load8_u (global.get $at))
    (global.set $at (i32.add (global.get $at) (i32.const 1))))

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

  (func $skip (param $count i32)
    (local $at i32)
    (local.set $at (global.get $at))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        ;; The last byte of a number is below 128.
        (local.set $count (i32.sub (local.get $count) (i32.lt_u (i32.load8_u (local.get $at)) (i32.const 128))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $each)))
    (global.set $at (local.get $at)))

  ;; 0 is the next new string, others are numbers plus 1.
  (func $numberOf (param $code i32) (result i32)
    (if (local.get $code) (then (return (i32.sub (local.get $code) (i32.const 1)))))
    (global.get $next)
    (global.set $next (i32.add (global.get $next) (i32.const 1))))

  (func $number (result i32) (call $numberOf (call $varint)))

  (func $name (param $kind i32) (param $name i32)
    (local $p i32)
    (local.set $name (i32.shl (local.get $name) (i32.const 2)))
    (if (i32.ge_u (local.get $name) (global.get $kind)) (then (unreachable)))
    (local.set $name (i32.add (local.get $name) (i32.mul (local.get $kind) (global.get $kind))))
    (local.set $p (i32.add (global.get $last) (local.get $name)))
    (if (i32.eq (i32.load (local.get $p)) (global.get $mark)) (then (return)))
    (i32.store (local.get $p) (global.get $mark))
    (local.set $p (i32.add (global.get $counts) (local.get $name)))
    (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
    (i32.store (global.get $names) (local.get $p))
    (global.set $names (i32.add (global.get $names) (i32.const 4))))

  ;; The head of a definition as in definition-head.ts: its two bytes, the first one high.
  (func $head (result i32)
    (local $first i32) (local $head i32)
    (local.set $first (call $byte))
    (if (i32.lt_u (local.get $first) (i32.const 252)) (then
      (local.set $head (i32.or (i32.shl (local.get $first) (i32.const 8)) (call $byte)))
      (global.set $fourth (global.get $third))
      (global.set $third (global.get $second))
      (global.set $second (global.get $latest))
      (global.set $latest (local.get $head))
      (return (local.get $head))))
    (if (i32.eq (local.get $first) (i32.const 252)) (then (return (global.get $latest))))
    (local.set $head (global.get $second))
    (if (i32.gt_u (local.get $first) (i32.const 253)) (then
      (local.set $head (global.get $third))
      (if (i32.eq (local.get $first) (i32.const 255)) (then
        (local.set $head (global.get $fourth))
        (global.set $fourth (global.get $third))))
      (global.set $third (global.get $second))))
    (global.set $second (global.get $latest))
    (global.set $latest (local.get $head))
    (local.get $head))

  ;; 1 if a part of the second byte of a head says that its number follows.
  (func $follows (param $head i32) (param $shift i32) (result i32)
    (i32.eq (i32.and (i32.shr_u (local.get $head) (local.get $shift)) (i32.const 3)) (i32.const 3)))

  (func $definition (param $name i32) (param $head i32) (param $namespace i32) (param $module i32)
    (local $flags i32) (local $of i32) (local $bits i32)
    (local.set $bits (i32.shr_u (local.get $head) (i32.const 8)))
    (if (i32.eq (local.get $name) (global.get $next))
      (then (global.set $next (i32.add (global.get $next) (i32.const 1)))))
    (call $name (i32.const 0) (local.get $name))
    (local.set $of (i32.shr_u (local.get $bits) (i32.const 2)))
    (if (i32.or (i32.eq (local.get $of) (local.get $namespace)) (i32.eq (local.get $of) (local.get $module)))
      (then (call $name (i32.const 2) (local.get $name))))
    ;; The length of the signature is always there.
    (call $skip (i32.add
      (i32.add (i32.shr_u (i32.and (local.get $bits) (i32.const 2)) (i32.const 1)) (i32.const 1))
      (i32.add (call $follows (local.get $head) (i32.const 2)) (i32.add
        (call $follows (local.get $head) (i32.const 4))
        (call $follows (local.get $head) (i32.const 6))))))
    (if (i32.and (local.get $bits) (i32.const 1)) (then
      (local.set $flags (call $byte))
      (if (i32.and (local.get $flags) (i32.const 1)) (then (drop (call $number))))
      (if (i32.and (local.get $flags) (i32.const 2)) (then (drop (call $varint))))
      (if (i32.and (local.get $flags) (i32.const 4)) (then (call $skip (call $varint)))))))

  (func $references (param $any i32)
    (local $left i32) (local $both i32) (local $form i32) (local $at i32) (local $p i32)
    (local $last i32) (local $counts i32) (local $mark i32) (local $names i32) (local $kind i32)
    (local.set $left (call $varint))
    (local.set $kind (global.get $kind))
    (local.set $last (i32.add (global.get $last) (local.get $kind)))
    (local.set $counts (i32.add (global.get $counts) (local.get $kind)))
    (local.set $mark (global.get $mark))
    (local.set $names (global.get $names))
    (local.set $at (global.get $at))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (local.set $both (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.ge_u (local.get $both) (i32.const 128)) (then
          (global.set $at (i32.sub (local.get $at) (i32.const 1)))
          (local.set $both (call $varint))
          (local.set $at (global.get $at))))
        (local.set $form (i32.and (local.get $both) (i32.const 3)))
        (br_if $each (i32.eq (local.get $form) (i32.const 1)))
        (local.set $both (i32.shr_u (local.get $both) (i32.const 2)))
        ;; The name comes after other numbers.
        (if (i32.eq (local.get $form) (i32.const 3)) (then
          (global.set $at (local.get $at))
          (if (i32.ne (local.get $both) (local.get $any)) (then (drop (call $varint))))
          (local.set $both (call $varint))
          (local.set $at (global.get $at))))
        (local.set $both (i32.shl (call $numberOf (local.get $both)) (i32.const 2)))
        (if (i32.eq (local.get $form) (i32.const 2)) (then
          (global.set $at (local.get $at))
          (call $skip (i32.const 1))
          (local.set $at (global.get $at))))
        ;; As in $name.
        (if (i32.ge_u (local.get $both) (local.get $kind)) (then (unreachable)))
        (local.set $p (i32.add (local.get $last) (local.get $both)))
        (br_if $each (i32.eq (i32.load (local.get $p)) (local.get $mark)))
        (i32.store (local.get $p) (local.get $mark))
        (local.set $p (i32.add (local.get $counts) (local.get $both)))
        (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
        (i32.store (local.get $names) (local.get $p))
        (local.set $names (i32.add (local.get $names) (i32.const 4)))
        (br $each)))
    (global.set $names (local.get $names))
    (global.set $at (local.get $at)))

  (func $links (param $namespace i32) (param $module i32) (param $any i32)
    (local $left i32) (local $name i32) (local $head i32) (local $signed i32) (local $code i32)
    (global.set $next (call $varint))
    (global.set $latest (i32.const 0))
    (global.set $second (i32.const 0))
    (global.set $third (i32.const 0))
    (global.set $fourth (i32.const 0))
    (call $name (i32.const 2) (call $number))
    (local.set $left (call $varint))
    (block $done
      (loop $imports
        (br_if $done (i32.eqz (local.get $left)))
        (drop (call $number))
        (drop (call $number))
        (call $name (i32.const 1) (call $number))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $imports)))
    (local.set $left (call $varint))
    (block $done
      (loop $definitions
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $head (call $head))
        (local.set $code (i32.and (local.get $head) (i32.const 3)))
        (if (i32.eqz (local.get $code))
          (then (local.set $name (i32.add (local.get $name) (i32.const 1))))
          (else (if (i32.eq (local.get $code) (i32.const 1))
            (then (local.set $name (global.get $next)))
            (else
              (local.set $signed (call $varint))
              (local.set $name (i32.add (local.get $name) (i32.xor
                (i32.shr_u (local.get $signed) (i32.const 1))
                (i32.sub (i32.const 0) (i32.and (local.get $signed) (i32.const 1))))))))))
        (call $definition (local.get $name) (local.get $head) (local.get $namespace) (local.get $module))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $definitions)))
    (call $references (local.get $any)))

  ;; Writes the address of the count of each name to `names`, file after file, and to `ends` where those of each file end. The numbers
  ;; of two kinds of definitions and of a form follow. Returns where all names end.
  (func (export "visit") (param $section i32) (param $length i32) (param $strings i32) (param $last i32) (param $counts i32)
    (param $names i32) (param $ends i32) (param $namespace i32) (param $module i32) (param $any i32) (result i32)
    (local $left i32) (local $from i32) (local $place i32) (local $end i32)
    (global.set $kind (i32.shl (local.get $strings) (i32.const 2)))
    (global.set $last (local.get $last))
    (global.set $counts (local.get $counts))
    (global.set $names (local.get $names))
    (global.set $mark (i32.const 0))
    (local.set $left (i32.load (local.get $section)))
    (local.set $place (i32.add (local.get $section) (i32.const 4)))
    (local.set $from (i32.add (local.get $place) (i32.shl (i32.add (local.get $left) (i32.const 1)) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $left)))
        (global.set $mark (i32.add (global.get $mark) (i32.const 1)))
        (global.set $at (i32.add (local.get $from) (i32.load (local.get $place))))
        (local.set $end (i32.add (local.get $from) (i32.load offset=4 (local.get $place))))
        (if (i32.gt_u (local.get $end) (i32.add (local.get $section) (local.get $length))) (then (unreachable)))
        (if (i32.lt_u (global.get $at) (local.get $end))
          (then
            (call $links (local.get $namespace) (local.get $module) (local.get $any))
            (if (i32.gt_u (global.get $at) (local.get $end)) (then (unreachable)))))
        (i32.store (local.get $ends) (global.get $names))
        (local.set $ends (i32.add (local.get $ends) (i32.const 4)))
        (local.set $place (i32.add (local.get $place) (i32.const 4)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $each)))
    (global.get $names))

  ;; `count` is the number of counts, `files` that of files.
  (func (export "lists") (param $counts i32) (param $count i32) (param $names i32) (param $ends i32) (param $files i32)
    (param $lists i32)
    (local $sum i32) (local $own i32) (local $file i32) (local $end i32) (local $p i32)
    (local.set $p (local.get $counts))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $own (i32.load (local.get $p)))
        (i32.store (local.get $p) (local.get $sum))
        (local.set $sum (i32.add (local.get $sum) (local.get $own)))
        (local.set $p (i32.add (local.get $p) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $each)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $file) (local.get $files)))
        (local.set $end (i32.load (local.get $ends)))
        (block $next
          (loop $names
            (br_if $next (i32.ge_u (local.get $names) (local.get $end)))
            (local.set $p (i32.load (local.get $names)))
            (local.set $own (i32.load (local.get $p)))
            (i32.store (i32.add (local.get $lists) (i32.shl (local.get $own) (i32.const 2))) (local.get $file))
            (i32.store (local.get $p) (i32.add (local.get $own) (i32.const 1)))
            (local.set $names (i32.add (local.get $names) (i32.const 4)))
            (br $names)))
        (local.set $ends (i32.add (local.get $ends) (i32.const 4)))
        (local.set $file (i32.add (local.get $file) (i32.const 1)))
        (br $each)))))
