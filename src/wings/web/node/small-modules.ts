/** What the engine uses of `node:buffer`, `node:module`, `node:os`, `node:url` and `node:vm`. `Buffer` is a global name (globals.ts). */

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128);
}

/** There are no modules to find at run time: all that is loaded comes with the product. */
export function createRequire(_from: string): { (name: string): never; resolve(name: string): never } {
  const refuse = (name: string): never => {
    throw new Error(`there is no module "${name}" in a browser`);
  };
  return Object.assign(refuse, { resolve: refuse });
}

/** One core, since each page or worker is one thread. */
export const availableParallelism = (): number => 1;
export const endianness = (): 'LE' | 'BE' => (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 'LE' : 'BE');
export const homedir = (): string => '/home';
export const hostname = (): string => 'browser';
export const loadavg = (): number[] => [0, 0, 0];
export const release = (): string => '';

export function pathToFileURL(path: string): URL {
  return new URL(`file://${path}`);
}

type Context = { work?: () => void };

export const createContext = (context: Context): Context => context;

/** The work runs, but nothing stops it. Callers look at the time between two pieces of work. */
export class Script {
  runInContext({ work }: Context): void {
    work?.();
  }
}
