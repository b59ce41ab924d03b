;;;; A small ledger.

(defpackage :ledger
  (:use :cl)
  (:export #:post #:balance))

(in-package :ledger)

(defparameter *entries* '()
  "All entries, newest first.")

(defconstant +scale+ 100)

(defstruct entry
  account
  (amount 0 :type integer))

(defclass report ()
  ((title :initarg :title :accessor report-title)
   (lines :initform '() :accessor report-lines))
  (:documentation "Lines of text."))

(defgeneric render (report stream)
  (:documentation "Writes REPORT to STREAM."))

(defmethod render ((report report) stream)
  (format stream "~a~%" (report-title report))
  (dolist (line (report-lines report))
    (format stream "  ~a~%" line)))

(defmacro with-entries ((name) &body body)
  `(let ((,name *entries*))
     ,@body))

;; Adds an entry.
(defun post (account amount)
  "Posts AMOUNT to ACCOUNT."
  (push (make-entry :account account :amount amount) *entries*))

(defun balance (account)
  (loop for entry in *entries*
        when (equal account (entry-account entry))
        sum (entry-amount entry)))
