" Notes in plain text files.
if exists('g:loaded_notes')
  finish
endif
let g:loaded_notes = 1

let s:folder = expand('~/notes')

augroup notes
  autocmd!
  autocmd BufWritePost *.md call s:Update(expand('<afile>'))
augroup END

" Opens the note with a title.
function! notes#Open(title) abort
  let l:file = s:folder . '/' . a:title . '.md'
  if filereadable(l:file)
    execute 'edit' fnameescape(l:file)
  else
    echoerr 'no such note: ' . a:title
  endif
endfunction

function! s:Update(file) abort
  for line in readfile(a:file, '', 1)
    let s:titles[a:file] = substitute(line, '^# ', '', '')
  endfor
  return len(s:titles)
endfunction

command! -nargs=1 Note call notes#Open(<q-args>)

nnoremap <silent> <leader>n :Note<Space>
