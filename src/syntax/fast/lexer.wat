;; One step of tree-sitter's lexer, for the usual case. A grammar calls `advance` for every character. tree-sitter's own function has
;; a short path for UTF-8 only, but web-tree-sitter's texts are UTF-16. This one does the same to the same memory if the character
;; and the next one are single units in the part of the text that is loaded, inside the range that is parsed, and there is no logger;
;; everything else it leaves to tree-sitter's function. See quick-lexer.ts.
;;
;; Offsets in the lexer (`Lexer` in tree-sitter's lexer.h, for 32 bits): 0 the character; 32 position in bytes, 36 row, 40 column in
;; bytes; 44 the same three at the start of the token; 68 the ranges, 24 bytes each, with their end at 20; 72 the loaded part of the
;; text; 96 the logger; 104 index of the current range; 108 start of the loaded part, 112 its size in bytes; 116 bytes of the
;; character; 124 column in characters, 128 whether that is known.
(module
  (import "env" "memory" (memory 1))
  (import "env" "table" (table 1 funcref))
  ;; Index of tree-sitter's own function in the table.
  (import "env" "theirs" (global $theirs i32))
  (type $advance (func (param i32 i32)))

  (func (export "advance") (type $advance) (param $lexer i32) (param $skip i32)
    (local $at i32) (local $offset i32) (local $unit i32)
    (block $otherwise
      (br_if $otherwise (i32.ne (i32.load offset=116 (local.get $lexer)) (i32.const 2)))
      (br_if $otherwise (i32.load offset=96 (local.get $lexer)))
      ;; At the very start there may be a byte order mark, which does not count as a column.
      (br_if $otherwise (i32.eqz (local.tee $at (i32.load offset=32 (local.get $lexer)))))
      (local.set $at (i32.add (local.get $at) (i32.const 2)))
      (br_if $otherwise
        (i32.ge_u
          (local.get $at)
          (i32.load offset=20
            (i32.add
              (i32.load offset=68 (local.get $lexer))
              (i32.mul (i32.load offset=104 (local.get $lexer)) (i32.const 24))))))
      ;; Both bytes of the next unit must be loaded. If nothing is loaded, the size is 0.
      (local.set $offset (i32.sub (local.get $at) (i32.load offset=108 (local.get $lexer))))
      (br_if $otherwise
        (i32.ge_u (i32.add (local.get $offset) (i32.const 1)) (i32.load offset=112 (local.get $lexer))))
      (local.set $unit (i32.load16_u align=1 (i32.add (i32.load offset=72 (local.get $lexer)) (local.get $offset))))
      ;; One half of a character.
      (br_if $otherwise (i32.eq (i32.and (local.get $unit) (i32.const 0xf800)) (i32.const 0xd800)))

      (i32.store offset=32 (local.get $lexer) (local.get $at))
      (if (i32.eq (i32.load (local.get $lexer)) (i32.const 10))
        (then
          (i32.store offset=36 (local.get $lexer) (i32.add (i32.load offset=36 (local.get $lexer)) (i32.const 1)))
          (i32.store offset=40 (local.get $lexer) (i32.const 0))
          (i32.store offset=124 (local.get $lexer) (i32.const 0))
          (i32.store8 offset=128 (local.get $lexer) (i32.const 1)))
        (else
          (i32.store offset=40 (local.get $lexer) (i32.add (i32.load offset=40 (local.get $lexer)) (i32.const 2)))
          (if (i32.load8_u offset=128 (local.get $lexer))
            (then
              (i32.store offset=124 (local.get $lexer)
                (i32.add (i32.load offset=124 (local.get $lexer)) (i32.const 1)))))))
      (i32.store (local.get $lexer) (local.get $unit))
      (if (local.get $skip)
        (then
          (i32.store offset=44 (local.get $lexer) (local.get $at))
          (i64.store offset=48 align=4 (local.get $lexer) (i64.load offset=36 align=4 (local.get $lexer)))))
      (return))
    (call_indirect (type $advance) (local.get $lexer) (local.get $skip) (global.get $theirs))))
