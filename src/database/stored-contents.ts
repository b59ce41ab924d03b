/** What a push finds in the database: the contents that the repository has, and the list of files of its branch. */
import { unsettled } from '../workspace/folder-changes';
import type { KnownFile } from '../workspace/known-list';
import type { Branch } from './branch';
import type { Queries } from './database';
import type { PushedNotes } from './pushed-notes';

export class StoredContents {
  private constructor(
    /** By content and path: identifies the notes that the content is to have, and says whether it has them. */
    private readonly contents: ReadonlyMap<string, { readonly notesHash: string; readonly isStored: boolean }>,
  ) {}

  /** Every content that the repository has with the settings of the branch, in any branch. */
  static async load(queries: Queries, branch: Branch, notes: PushedNotes): Promise<StoredContents> {
    const hashes = notes.isEmpty
      ? `'{}'::text[]`
      : `array(select coalesce(c.plain_hash, c.hash) from codegrain.chunks c where c.file_id = f.id and c.chunk_type <> 'parent')`;
    const rows = await queries.rows<{ key: string; notes: string; hashes: string[] }>(
      `select f.content_hash || ' ' || f.path as key, f.notes_hash as notes, ${hashes} as hashes
         from codegrain.files f where f.repository_id = $1 and f.settings_id = $2`,
      [branch.repositoryId, branch.settingsId],
    );
    const contents = new Map<string, { readonly notesHash: string; readonly isStored: boolean }>();
    for (const { key, notes: stored, hashes } of rows) {
      const notesHash = contents.get(key)?.notesHash ?? notes.hashOf(hashes);
      contents.set(key, { notesHash, isStored: stored === notesHash || (contents.get(key)?.isStored ?? false) });
    }
    return new StoredContents(contents);
  }

  /** The hash of the notes of this content; undefined if it is not stored, or not with the notes that it is to have. */
  notesHashOf(path: string, contentHash: string): string | undefined {
    const content = this.contents.get(`${contentHash} ${path}`);
    return content?.isStored ? content.notesHash : undefined;
  }

  /** The files of the branch, to compare a walk with: by content, because times of this machine mean nothing in the database. */
  async listedFiles(queries: Queries, branch: Branch): Promise<KnownFile[]> {
    const rows = await queries.rows<{ path: string; size: string; hash: string; notes: string; current: boolean }>(
      `select b.path, f.size, f.content_hash as hash, f.notes_hash as notes, f.settings_id = $2 as current
         from codegrain.branch_files b join codegrain.files f on f.id = b.file_id where b.branch_id = $1`,
      [branch.id, branch.settingsId],
    );
    return rows.map(({ path, size, hash, notes, current }) => ({
      path,
      size: Number(size),
      mtimeMs: unsettled,
      // Chunked with other settings or another model, or with other notes: treated as changed.
      contentHash: current && this.notesHashOf(path, hash) === notes ? hash : '',
    }));
  }
}
