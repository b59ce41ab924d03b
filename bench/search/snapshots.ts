/**
 * The repositories at the commits that questions were asked for, and their indexes. Both are made once and kept in a folder:
 *
 *     FOLDER/owner+name/COMMIT/          the files of the commit
 *     FOLDER/index/owner+name-COMMIT.cgx the index, made from that of an older commit where there is one
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chunkText } from '../../src/chunking/chunker';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { IndexReader } from '../../src/index/file/index-reader';
import { scanSpace } from '../../src/index/vectors/scan-space';
import { Searcher } from '../../src/search/searcher';
import { IndexView } from '../../src/search/view/index-view';
import { readSource } from '../../src/workspace/read-file';
import type { Snapshot } from './question-sets';

export class Snapshots {
  constructor(private readonly folder: string) {}

  folderOf({ repository, commit, root }: Snapshot): string {
    return join(this.folder, plain(repository), commit.slice(0, 12), root);
  }

  indexOf({ repository, commit, root }: Snapshot): string {
    const part = root === '' ? '' : `-${root.replaceAll('/', '_')}`;
    return join(this.folder, 'index', `${plain(repository)}-${commit.slice(0, 12)}${part}.cgx`);
  }

  isReady(snapshot: Snapshot): boolean {
    return existsSync(this.indexOf(snapshot)) && existsSync(this.folderOf(snapshot));
  }

  async open(snapshot: Snapshot): Promise<Searcher> {
    const opened = IndexReader.open(this.indexOf(snapshot), { vectorSpace: scanSpace });
    if ('problem' in opened) throw new Error(opened.problem.message);
    const view = new IndexView(opened.index, this.folderOf(snapshot));
    return new Searcher([view], await loadBuiltIn(), async (file, path, options) => {
      const read = await readSource(file);
      return 'skipped' in read ? [] : (await chunkText({ path, text: read.text }, options)).chunks;
    });
  }
}

function plain(repository: string): string {
  return repository.replace('/', '+');
}
