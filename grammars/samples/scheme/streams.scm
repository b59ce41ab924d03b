;; Lazy streams.
(define-library (example streams)
  (export stream-cons stream-take)
  (import (scheme base)))

(define empty-stream '())

;; A stream is a pair of a value and a promise.
(define-record-type <node>
  (make-node value rest)
  node?
  (value node-value)
  (rest node-rest set-node-rest!))

(define-syntax stream-cons
  (syntax-rules ()
    ((_ head tail) (make-node head (delay tail)))))

(define (stream-take stream count)
  (if (or (zero? count) (null? stream))
      '()
      (cons (node-value stream)
            (stream-take (force (node-rest stream)) (- count 1)))))

(define integers-from
  (lambda (n)
    (stream-cons n (integers-from (+ n 1)))))

(let loop ((i 0))
  (when (< i 3)
    (display i)
    (loop (+ i 1))))
