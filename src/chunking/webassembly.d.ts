/** The part of WebAssembly that parsing needs; TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  type ModuleImports = Record<string, unknown>;
  type Imports = Record<string, ModuleImports>;
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  var Module: new (bytes: Uint8Array) => Module;
  class Table {
    /** Returns how long it was. */
    grow(entries: number): number;
    set(place: number, entry: unknown): void;
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  var Instance: new (module: Module, imports: Imports) => Instance;
}
