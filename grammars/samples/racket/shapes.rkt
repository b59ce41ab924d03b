#lang racket/base

(require racket/contract
         racket/match)

(provide area scale)

;; Shapes of a drawing.
(struct circle (radius) #:transparent)
(struct box (width height) #:transparent)

(define tau (* 2 3.14159))

(define-syntax-rule (square-of value)
  (* value value))

(define (area shape)
  (match shape
    [(circle r) (* tau 0.5 (square-of r))]
    [(box w h) (* w h)]))

(define/contract (scale shape factor)
  (-> any/c number? any/c)
  (match shape
    [(circle r) (circle (* r factor))]
    [(box w h) (box (* w factor) (* h factor))]))

(module+ test
  (require rackunit)
  (check-equal? (area (box 2 3)) 6))
