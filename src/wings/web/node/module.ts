/** `node:module`: there are no modules to find at run time. All that is loaded comes with the product. */
function createRequire(_from: string): { (name: string): never; resolve(name: string): never } {
  const refuse = (name: string): never => {
    throw new Error(`there is no module "${name}" in a browser`);
  };
  return Object.assign(refuse, { resolve: refuse });
}

export { createRequire };
