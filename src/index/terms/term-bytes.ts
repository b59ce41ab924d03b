/** Terms in UTF-8, without memory for each: nearly all are plain letters, and the native encoder costs more than the letters. */
export class TermBytes {
  private readonly encoder = new TextEncoder();
  /** The bytes of a term are good until the next but one: whoever writes terms compares each with the one before. */
  private now = new Uint8Array(256);
  private before = new Uint8Array(256);

  of(term: string): Uint8Array {
    const bytes = this.before;
    if (term.length > bytes.length) return this.encoder.encode(term);
    for (let i = 0; i < term.length; i++) {
      const unit = term.charCodeAt(i);
      if (unit > 127) return this.encoder.encode(term);
      bytes[i] = unit;
    }
    this.before = this.now;
    this.now = bytes;
    return bytes.subarray(0, term.length);
  }
}
