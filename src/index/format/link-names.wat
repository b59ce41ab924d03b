;; Reads which names a file of a section `links` defines and uses (link-table.ts describes the bytes) for name-lists.ts. Names are
;; numbers of strings, and each file counts once for a name. There are three kinds of names, each with a place for every string: 0 for definitions, 1 for uses, 2 for namespaces.
;;
;; What is found is an entry, in the order of files: it has the number of the entry before of the same name and kind. `heads` has the
;; last one of each. So little memory is touched, which is most of the time that this takes. An entry is of the file that is read if its
;; number is above those of the files before.
(module
  (import "links" "memory" (memory 1))

  (global $at (mut i32) (i32.const 0))
  (global $next (mut i32) (i32.const 0))
  ;; Bytes of the places of one kind.
  (global $kind (mut i32) (i32.const 0))
  (global $heads (mut i32) (i32.const 0))
  ;; Where the entry 0 would be, which means none.
  (global $entries (mut i32) (i32.const 0))
  ;; The number of the last entry, and of the last one of the files before.
  (global $count (mut i32) (i32.const 0))
  (global $before (mut i32) (i32.const 0))
  ;; The numbers of two kinds of definitions and of a form.
  (global $namespace (mut i32) (i32.const 0))
  (global $module (mut i32) (i32.const 0))
  (global $any (mut i32) (i32.const 0))

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
    (local $p i32) (local $last i32) (local $count i32)
    (local.set $p (i32.shl (local.get $name) (i32.const 2)))
    (if (i32.ge_u (local.get $p) (global.get $kind)) (then (unreachable)))
    (local.set $p (i32.add (i32.add (global.get $heads) (i32.mul (local.get $kind) (global.get $kind))) (local.get $p)))
    (local.set $last (i32.load (local.get $p)))
    (if (i32.gt_u (local.get $last) (global.get $before)) (then (return)))
    (local.set $count (i32.add (global.get $count) (i32.const 1)))
    (global.set $count (local.get $count))
    (i32.store (i32.add (global.get $entries) (i32.shl (local.get $count) (i32.const 2))) (local.get $last))
    (i32.store (local.get $p) (local.get $count)))

  ;; Its first byte is `bits`.
  (func $definition (param $name i32) (param $bits i32)
    (local $flags i32) (local $of i32)
    (if (i32.eq (local.get $name) (global.get $next))
      (then (global.set $next (i32.add (global.get $next) (i32.const 1)))))
    (call $name (i32.const 0) (local.get $name))
    (local.set $of (i32.shr_u (local.get $bits) (i32.const 2)))
    (if (i32.or (i32.eq (local.get $of) (global.get $namespace)) (i32.eq (local.get $of) (global.get $module)))
      (then (call $name (i32.const 2) (local.get $name))))
    ;; Its container, if it is another one; line, lines, start and the length of the signature.
    (call $skip (i32.add (i32.shr_u (i32.and (local.get $bits) (i32.const 2)) (i32.const 1)) (i32.const 4)))
    (if (i32.and (local.get $bits) (i32.const 1)) (then
      (local.set $flags (call $byte))
      (if (i32.and (local.get $flags) (i32.const 1)) (then (drop (call $number))))
      (if (i32.and (local.get $flags) (i32.const 2)) (then (drop (call $varint))))
      (if (i32.and (local.get $flags) (i32.const 4)) (then (call $skip (call $varint)))))))

  ;; What runs for every name is written out here instead of being called: this runs for some milliseconds, before V8 has optimised it.
  (func $references
    (local $left i32) (local $both i32) (local $form i32) (local $at i32) (local $p i32) (local $last i32)
    (local $byte i32) (local $shift i32) (local $kind i32) (local $any i32)
    (local $heads i32) (local $entries i32) (local $count i32) (local $before i32)
    (local.set $left (call $varint))
    (local.set $kind (global.get $kind))
    (local.set $heads (i32.add (global.get $heads) (local.get $kind)))
    (local.set $entries (global.get $entries))
    (local.set $count (global.get $count))
    (local.set $before (global.get $before))
    (local.set $any (global.get $any))
    (local.set $at (global.get $at))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (local.set $both (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.ge_u (local.get $both) (i32.const 128)) (then
          (local.set $both (i32.and (local.get $both) (i32.const 127)))
          (local.set $shift (i32.const 7))
          (loop $more
            (local.set $byte (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $both (i32.or (local.get $both)
              (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
            (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
            (br_if $more (i32.ge_u (local.get $byte) (i32.const 128))))))
        (local.set $form (i32.and (local.get $both) (i32.const 3)))
        (br_if $each (i32.eq (local.get $form) (i32.const 1)))
        (local.set $both (i32.shr_u (local.get $both) (i32.const 2)))
        ;; The name comes after other numbers.
        (if (i32.eq (local.get $form) (i32.const 3)) (then
          (global.set $at (local.get $at))
          (if (i32.ne (local.get $both) (local.get $any)) (then (drop (call $varint))))
          (local.set $both (call $varint))
          (local.set $at (global.get $at))))
        ;; 0 is the next new string.
        (if (local.get $both)
          (then (local.set $both (i32.shl (i32.sub (local.get $both) (i32.const 1)) (i32.const 2))))
          (else (local.set $both (i32.shl (call $numberOf (i32.const 0)) (i32.const 2)))))
        (if (i32.eq (local.get $form) (i32.const 2)) (then
          (loop $more
            (local.set $byte (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $more (i32.ge_u (local.get $byte) (i32.const 128))))))
        ;; As in $name.
        (if (i32.ge_u (local.get $both) (local.get $kind)) (then (unreachable)))
        (local.set $p (i32.add (local.get $heads) (local.get $both)))
        (local.set $last (i32.load (local.get $p)))
        (br_if $each (i32.gt_u (local.get $last) (local.get $before)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (i32.store (i32.add (local.get $entries) (i32.shl (local.get $count) (i32.const 2))) (local.get $last))
        (i32.store (local.get $p) (local.get $count))
        (br $each)))
    (global.set $count (local.get $count))
    (global.set $at (local.get $at)))

  (func $links
    (local $left i32) (local $name i32) (local $head i32) (local $signed i32)
    (global.set $next (call $varint))
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
        (local.set $head (call $byte))
        (local.set $signed (call $varint))
        (local.set $name (i32.add (local.get $name) (i32.xor
          (i32.shr_u (local.get $signed) (i32.const 1))
          (i32.sub (i32.const 0) (i32.and (local.get $signed) (i32.const 1))))))
        (call $definition (local.get $name) (local.get $head))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $definitions)))
    (call $references))

  (func (export "begin") (param $heads i32) (param $strings i32) (param $entries i32) (param $namespace i32) (param $module i32)
    (param $any i32)
    (global.set $heads (local.get $heads))
    (global.set $kind (i32.shl (local.get $strings) (i32.const 2)))
    (global.set $entries (local.get $entries))
    (global.set $count (i32.const 0))
    (global.set $namespace (local.get $namespace))
    (global.set $module (local.get $module))
    (global.set $any (local.get $any)))

  ;; The links of the next file. Returns the number of its last entry. Memory must have room for an entry for each byte.
  (func (export "visit") (param $at i32) (param $end i32) (result i32)
    (global.set $before (global.get $count))
    (global.set $at (local.get $at))
    (if (i32.lt_u (local.get $at) (local.get $end)) (then
      (call $links)
      (if (i32.gt_u (global.get $at) (local.get $end)) (then (unreachable)))))
    (global.get $count)))
