/** Encodes terms in UTF-8 without allocating: nearly all are ASCII, and calling the native encoder costs more than copying letters. */
export class TermBytes {
  private readonly encoder = new TextEncoder();
  /** The bytes of a term stay valid during the next call: a writer of terms compares each with the one before. */
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
