;;; notes-index.el --- Index of plain text notes -*- lexical-binding: t; -*-

;;; Commentary:

;; Finds notes by their title.

;;; Code:

(require 'cl-lib)
(require 'subr-x)

(defgroup notes-index nil
  "An index of notes."
  :group 'text)

(defcustom notes-index-directory "~/notes"
  "Folder that has the notes."
  :type 'directory
  :group 'notes-index)

(defvar notes-index--cache (make-hash-table :test 'equal)
  "Titles by file name.")

(defconst notes-index-version "1.2")

(defmacro notes-index-with-cache (&rest body)
  "Run BODY with an empty cache."
  (declare (indent 0))
  `(let ((notes-index--cache (make-hash-table :test 'equal)))
     ,@body))

(defun notes-index--title (file)
  "Return the title of FILE."
  (with-temp-buffer
    (insert-file-contents file nil 0 200)
    (goto-char (point-min))
    (if (re-search-forward "^# \\(.*\\)$" nil t)
        (match-string 1)
      (file-name-base file))))

;;;###autoload
(defun notes-index-find (title)
  "Open the note with TITLE."
  (interactive (list (completing-read "Note: " (notes-index-titles))))
  (let ((file (gethash title notes-index--cache)))
    (when file
      (find-file file))))

(cl-defun notes-index-titles (&key (directory notes-index-directory))
  "Return all titles in DIRECTORY."
  (mapcar #'notes-index--title
          (directory-files directory t "\\.md\\'")))

(define-minor-mode notes-index-mode
  "Keep the index up to date."
  :lighter " Notes"
  (if notes-index-mode
      (add-hook 'after-save-hook #'notes-index--update)
    (remove-hook 'after-save-hook #'notes-index--update)))

(provide 'notes-index)
;;; notes-index.el ends here
