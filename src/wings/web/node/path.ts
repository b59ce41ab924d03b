/** `node:path`, with slashes. */
export {
  basename,
  dirname,
  extname,
  isAbsolute,
  join,
  normalize,
  posix,
  relative,
  resolve,
  sep,
} from 'path-browserify';
