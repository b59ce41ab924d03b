/** The part of WebAssembly that this product uses; TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  type ModuleImports = Record<string, unknown>;
  type Imports = Record<string, ModuleImports>;
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  var Module: new (bytes: Uint8Array) => Module;
  class Table {
    /** Returns the length before it grew. */
    grow(entries: number): number;
    set(index: number, entry: unknown): void;
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  var Instance: new (module: Module, imports: Imports) => Instance;
  function validate(bytes: Uint8Array): boolean;
  function compile(bytes: Uint8Array): Promise<Module>;
  /** Sizes are in pages of 64 KiB. Growing detaches `buffer` and every view of it. */
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}
