/**
 * Hands files out in batches: large enough to be worth a segment, small enough that all workers finish at about the same time. The first
 * batches are small: they can be searched at once. So are those of files that a question is about, which are moved to the front.
 */
import type { SeenFile } from '../../workspace/folder-changes';
import { filesAbout } from './files-about';

const maxBytes = 1_000_000;
const minBytes = 64_000;
const batchesPerJob = 8;
/** With fewer files left, all are searchable soon. */
const fewFiles = 100;

export class FileBatches {
  /** The files that are left are those from `at` on. */
  private files: readonly SeenFile[];
  private at = 0;
  /** Files before this place are wanted: a question is about them. */
  private wantedEnd = 0;
  private given = 0;
  private readonly limit: number;

  constructor(
    files: readonly SeenFile[],
    private readonly jobs: number,
  ) {
    this.files = files;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    this.limit = Math.max(minBytes, Math.min(maxBytes, total / (jobs * batchesPerJob)));
  }

  get areEmpty(): boolean {
    return this.at >= this.files.length;
  }

  /** Undefined: there are no more. */
  next(): readonly SeenFile[] | undefined {
    const { files, at } = this;
    if (this.areEmpty) return undefined;
    const isWanted = at < this.wantedEnd;
    const most = isWanted ? minBytes : Math.min(this.limit, minBytes * 2 ** Math.floor(this.given / this.jobs));
    const last = isWanted ? this.wantedEnd : files.length;
    let end = at + 1;
    let bytes = files[at]?.size ?? 0;
    for (; end < last; end++) {
      bytes += files[end]?.size ?? 0;
      if (bytes > most) break;
    }
    this.at = end;
    this.given++;
    return files.slice(at, end);
  }

  /** Moves files whose paths have words of a question to the front. @param terms stems, as a search looks them up. */
  prefer(terms: readonly string[]): void {
    const left = this.files.slice(this.at);
    if (left.length <= fewFiles) return;
    const wanted = filesAbout(terms, left);
    if (wanted.length === 0) return;
    const isWanted = new Set(wanted);
    this.files = [...wanted, ...left.filter((file) => !isWanted.has(file))];
    this.at = 0;
    this.wantedEnd = wanted.length;
  }
}
