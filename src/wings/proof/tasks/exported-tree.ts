/**
 * The files of a commit in a temporary folder, moved from commit to commit: only what differs is written. The user's folder and
 * repository are not touched. The folder is removed at the end, also when the process is told to stop.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultLimits } from '../../../workspace/read-file';
import type { CommittedFile, GitHistory } from './git-history';

export class ExportedTree {
  private readonly temporary = realpathSync(mkdtempSync(join(tmpdir(), 'codegrain-measure-')));
  readonly folder = join(this.temporary, 'files');
  readonly indexFile = join(this.temporary, 'index.cgx');
  private readonly remove = (): void => rmSync(this.temporary, { recursive: true, force: true, maxRetries: 3 });
  private commit: string | undefined;
  private moves = 0;
  /** Contents that the clone does not have, and files that could not be written. */
  missing = 0;

  /** @param history undefined: the folder stays empty, and only the place for the index is used. */
  constructor(private readonly history: GitHistory | undefined) {
    mkdirSync(this.folder);
    // Signals end the process with `process.exit`, which leaves no time for more than this.
    process.once('exit', this.remove);
  }

  async moveTo(commit: string): Promise<void> {
    if (!this.history || commit === this.commit) return;
    const files = await this.history.files(commit);
    const from = this.commit;
    this.commit = commit;
    this.moves++;
    if (from === undefined) return this.write(files);
    const changes = await this.history.changes(from, commit, false);
    for (const { path } of changes) rmSync(join(this.folder, path), { recursive: true, force: true });
    const paths = new Set(changes.map(({ path }) => path));
    await this.write(files.filter(({ path }) => paths.has(path)));
  }

  dispose(): void {
    process.off('exit', this.remove);
    this.remove();
  }

  private async write(files: readonly CommittedFile[]): Promise<void> {
    // Larger files are not indexed.
    const wanted = files.filter(({ bytes }) => bytes <= defaultLimits.maxBytes);
    if (!this.history) return;
    for await (const [{ path }, content] of this.history.contents(wanted)) {
      if (!content || !this.writeFile(path, content)) this.missing++;
    }
  }

  /** False if this system does not allow such a name. */
  private writeFile(path: string, content: Buffer): boolean {
    const file = join(this.folder, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      // A file of the same size that changes within the precision of the file system would count as unchanged.
      const time = Date.now() / 1000 + this.moves * 10;
      utimesSync(file, time, time);
      return true;
    } catch {
      return false;
    }
  }
}
