/** `node:url`. */
function pathToFileURL(path: string): URL {
  return new URL(`file://${path}`);
}

export { pathToFileURL };
