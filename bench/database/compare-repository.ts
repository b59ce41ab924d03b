/** Asks an index file and a database of one repository the same questions. */
import { join } from 'node:path';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../src/engine/code-index';
import { indexFolder } from '../../src/engine/indexer/indexer';
import { IndexReader } from '../../src/index/file/index-reader';
import type { Hit } from '../../src/search/hits/hit';
import type { SearchAnswer } from '../../src/search/searcher';
import { IndexView } from '../../src/search/view/index-view';
import type { Database } from '../../src/wings/team/database';
import { DatabaseSearcher } from '../../src/wings/team/database-searcher';
import { pushBranch } from '../../src/wings/team/push-branch';
import type { Repository } from '../code-search/queries';
import { ndcg } from '../code-search/score';
import { indexedFolder, snapshotOf } from '../code-search/snapshot';

export interface Compared {
  readonly name: string;
  readonly questions: number;
  readonly records: number;
  readonly rows: number;
  readonly overlap: number;
  readonly sameOrder: number;
  readonly ndcg: { readonly file: number; readonly database: number };
  /** Milliseconds per question. */
  readonly latency: { readonly file: readonly number[]; readonly database: readonly number[] };
  readonly pushSeconds: number;
  readonly againSeconds: number;
  readonly indexBytes: number;
}

/** The first questions, which only warmUpQuestions up. */
const warmUpQuestions = 3;

export async function compareRepository(
  repository: Repository,
  snapshots: string,
  work: string,
  database: Database,
): Promise<Compared> {
  const { name, questions } = repository;
  const folder = indexedFolder(snapshots, snapshotOf(repository));
  const indexFile = join(work, `${name}.cgx`);
  await indexFolder(folder, { indexFile });
  const opened = IndexReader.open(indexFile);
  if ('problem' in opened) throw new Error(opened.problem.message);
  const { index } = opened;
  const embedder = await loadBuiltIn();
  const pushed = { repository: name, branch: 'main', embedder, index, indexFile };
  const first = await pushBranch(folder, database, pushed);
  const again = await pushBranch(folder, database, pushed);
  if (again.sent > 0) throw new Error(`${name}: the second push sent ${again.sent} files`);
  const [counted] = await database.rows<{ rows: number }>(
    `select count(*)::integer as rows from codegrain.chunks c join codegrain.branch_files b on b.file_id = c.file_id
       join codegrain.branches n on n.id = b.branch_id join codegrain.repositories r on r.id = n.repository_id where r.name = $1`,
    [name],
  );
  const local = new CodeIndex([new IndexView(index, folder)], embedder, async () => []);
  const remote = await DatabaseSearcher.open(database, { repositories: [{ repository: name }] }, async () => embedder);
  const latency = { file: [] as number[], database: [] as number[] };
  const sums = { overlap: 0, sameOrder: 0, file: 0, database: 0 };
  for (const [at, { query, targets }] of questions.entries()) {
    const file = await timed(() => local.search(query), at < warmUpQuestions ? undefined : latency.file);
    const other = await timed(() => remote.search(query), at < warmUpQuestions ? undefined : latency.database);
    const ids = new Set(other.map(({ id }) => id));
    sums.overlap += file.filter(({ id }) => ids.has(id)).length / Math.max(1, file.length);
    if (file.map(({ id }) => id).join() === other.map(({ id }) => id).join()) sums.sameOrder++;
    sums.file += ndcg(targets, paths(file));
    sums.database += ndcg(targets, paths(other));
  }
  const { searchedChunks, parents, bytes } = index.stats();
  return {
    name,
    questions: questions.length,
    records: searchedChunks + parents,
    rows: counted?.rows ?? 0,
    overlap: sums.overlap / questions.length,
    sameOrder: sums.sameOrder,
    ndcg: { file: sums.file / questions.length, database: sums.database / questions.length },
    latency,
    pushSeconds: first.seconds,
    againSeconds: again.seconds,
    indexBytes: bytes,
  };
}

async function timed(ask: () => Promise<SearchAnswer>, times: number[] | undefined): Promise<readonly Hit[]> {
  const start = performance.now();
  const { hits } = await ask();
  times?.push(performance.now() - start);
  return hits;
}

function paths(hits: readonly Hit[]): string[] {
  return hits.map(({ path }) => path);
}
