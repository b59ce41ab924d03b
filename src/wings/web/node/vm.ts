/** `node:vm`: the work runs, but nothing stops it. Callers look at the time between two pieces of work. */

interface Context {
  work?: () => void;
}

const createContext = (context: Context): Context => context;

class Script {
  runInContext({ work }: Context): void {
    work?.();
  }
}

export { createContext, Script };
