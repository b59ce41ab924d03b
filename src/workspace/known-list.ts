/** The table of files that a folder is compared with. An index answers from its own sections: a million objects would take too much memory. */

/** A row of the table. Files that were read and then skipped have one too, so that they are not read again. */
export interface KnownFile {
  readonly path: string;
  readonly size: number;
  /** As in a stamp, or `unsettled`. */
  readonly mtimeMs: number;
  /** Empty if it was not read. */
  readonly contentHash: string;
}

export interface KnownFiles {
  /** The numbers of all files are smaller. */
  readonly end: number;
  find(path: string): { readonly number: number; readonly size: number; readonly mtimeMs: number } | undefined;
  contentHash(path: string): string;
  /** The paths of the other files. @param isSeen by number */
  unseen(isSeen: Uint8Array): Iterable<string>;
}

export class KnownList implements KnownFiles {
  private readonly files = new Map<string, KnownFile & { readonly number: number }>();

  constructor(files: Iterable<KnownFile>) {
    for (const file of files) this.files.set(file.path, { ...file, number: this.files.size });
  }

  get end(): number {
    return this.files.size;
  }

  find(path: string): (KnownFile & { readonly number: number }) | undefined {
    return this.files.get(path);
  }

  contentHash(path: string): string {
    return this.files.get(path)?.contentHash ?? '';
  }

  *unseen(isSeen: Uint8Array): Generator<string> {
    for (const { path, number } of this.files.values()) if (!isSeen[number]) yield path;
  }
}
