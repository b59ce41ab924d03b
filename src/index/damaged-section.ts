/**
 * The bytes of a section are as they were written, but they are not what the format says: someone forged the file, or wrote it with a
 * fault. Every number that is read is compared with what there is before it is used for a loop, memory or a place; this is thrown
 * where that fails. Nothing is answered from such a section. Asking again does not help, so the index has to be made again.
 */
export class DamagedSectionError extends RangeError {
  /** @param what is wrong, as a clause. */
  constructor(what: string) {
    super(`the index is damaged: ${what}; make it again with: codegrain index --rebuild`);
    this.name = 'DamagedSectionError';
  }
}
