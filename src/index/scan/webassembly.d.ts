/** The part of WebAssembly that the scan needs; TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
  /** Sizes are in pages of 64 KiB. Growing detaches `buffer` and every view of it. */
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}
