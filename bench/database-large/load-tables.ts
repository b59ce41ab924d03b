/** Fills the tables of the schema with copied chunks. Texts, contexts and parents, which only hits need, are left out. */
import type { Database } from '../../src/wings/team/database';
import { repositoryWord } from '../../src/wings/team/word-vector';
import { BinaryCopy } from './binary-copy';
import { type CopiedChunks, hashOf, suffixOf } from './copied-chunks';

export interface LargeSize {
  readonly chunks: number;
  readonly perRepository: number;
}

const chunkColumns = [
  ...['file_id', 'id', 'chunk_type', 'hash', 'path', 'language', 'kind', 'name', 'scope', 'start_line', 'end_line'],
  ...['start_offset', 'end_offset', 'text_tokens', 'total_tokens', 'text', 'context', 'symbols', 'imports', 'globals'],
  ...['word_count', 'words', 'word_counts'],
];

/** One model, one setting, one branch per repository. */
export async function loadNames(database: Database, { real }: CopiedChunks, size: LargeSize): Promise<void> {
  await database.rows(
    'truncate codegrain.repositories, codegrain.models, codegrain.settings, codegrain.branches cascade',
  );
  await database.rows(
    'insert into codegrain.models (id, name, dimensions) overriding system value values (1, $1, $2)',
    [real.model, real.dimensions],
  );
  await database.rows(
    `insert into codegrain.settings (id, model_id, chunker) overriding system value values (1, 1, 'copied')`,
  );
  await database.rows(
    `insert into codegrain.repositories (id, name) overriding system value
       select n, 'repository-' || lpad(n::text, 4, '0') from generate_series(1, $1::integer) n`,
    [Math.ceil(size.chunks / size.perRepository)],
  );
  await database.rows(
    `insert into codegrain.branches (id, repository_id, name, settings_id, pushed_at) overriding system value
       select id, id, 'main', 1, now() from codegrain.repositories`,
  );
}

export async function loadVectors(url: string, copied: CopiedChunks, size: LargeSize): Promise<void> {
  const { dimensions } = copied.real;
  const copy = new BinaryCopy(url, 'codegrain.embeddings', ['model_id', 'hash', 'embedding']);
  const values = new Float32Array(dimensions);
  const halves = new Uint8Array(2 * dimensions);
  for (let number = 0; number < size.chunks; number++) {
    await copy.row(3);
    copy.int4(1);
    copy.text(hashOf(number));
    copied.writeVector(number, values, halves);
    copy.begin();
    copy.rawInt2(dimensions);
    copy.rawInt2(0);
    copy.rawBytes(halves);
    copy.end();
  }
  await copy.finish();
}

/** A file that chunks are of, in a repository. */
interface CopiedFile {
  readonly id: number;
  readonly repository: number;
  readonly path: string;
  readonly language: string;
  chunks: number;
  words: number;
}

export async function loadChunks(url: string, copied: CopiedChunks, size: LargeSize): Promise<void> {
  const encoder = new TextEncoder();
  const terms = copied.real.terms.map((term) => encoder.encode(term));
  const noJson = Uint8Array.of(1, 91, 93);
  const noScope = new Uint8Array(12);
  noScope[11] = 25;
  const files: CopiedFile[] = [];
  const chunks = new BinaryCopy(url, 'codegrain.chunks', chunkColumns);
  let lastReal = -1;
  for (let number = 0; number < size.chunks; number++) {
    const repository = 1 + Math.floor(number / size.perRepository);
    const real = copied.realOf(number);
    const copy = copied.copyOf(number);
    let file = files.at(-1);
    if (!file || file.repository !== repository || lastReal !== real.file) {
      const { path = '', language = '' } = copied.real.files[real.file] ?? {};
      file = { id: files.length + 1, repository, path: `${copy}/${path}`, language, chunks: 0, words: 0 };
      files.push(file);
      lastReal = real.file;
    }
    file.chunks++;
    file.words += real.length;
    await chunks.row(chunkColumns.length);
    chunks.int8(file.id);
    chunks.text(number.toString(16).padStart(16, '0'));
    chunks.text('standard');
    chunks.text(hashOf(number));
    chunks.text(file.path);
    chunks.text(file.language);
    chunks.text(real.kind);
    chunks.text(real.name);
    chunks.bytes(noScope);
    for (const value of [...real.lines, ...real.offsets, 0, 0]) chunks.int4(value);
    chunks.text('');
    chunks.text('');
    for (let json = 0; json < 3; json++) chunks.bytes(noJson);
    chunks.float4(real.length);
    writeWords(chunks, copied, number, terms, encoder.encode(repositoryWord(repository)));
  }
  await chunks.finish();
  await loadFiles(url, files);
}

/** The words and their counts. */
function writeWords(
  out: BinaryCopy,
  copied: CopiedChunks,
  number: number,
  terms: readonly Uint8Array[],
  repository: Uint8Array,
): void {
  const copy = copied.copyOf(number);
  const { terms: own, codes } = copied.realOf(number);
  const renamed = copied.renamedBy(copy);
  const suffix = suffixOf(copy);
  const none = new Uint8Array(0);
  const left = own.filter((term) => !copied.isDropped(number, term));
  out.begin();
  out.rawInt4(left.length + 1);
  out.rawBytes(repository);
  out.rawByte(0);
  out.rawInt2(0);
  for (const term of left) {
    out.rawBytes(terms[term] ?? none);
    if (renamed[term]) out.rawBytes(suffix);
    out.rawByte(0);
    out.rawInt2(0);
  }
  out.end();
  out.begin();
  let at = 0;
  for (const term of left) {
    while (own[at] !== term) at++;
    out.rawByte(1);
    out.rawBytes(terms[term] ?? none);
    if (renamed[term]) out.rawBytes(suffix);
    out.rawByte(2);
    out.rawByte(codes[at] ?? 0);
  }
  out.end();
}

async function loadFiles(url: string, files: readonly CopiedFile[]): Promise<void> {
  const fileColumns = ['id', 'repository_id', 'settings_id', 'path', 'content_hash', 'size', 'language', 'chunk_count'];
  const copy = new BinaryCopy(url, 'codegrain.files', [...fileColumns, 'searched_count', 'word_count']);
  for (const { id, repository, path, language, chunks, words } of files) {
    await copy.row(10);
    copy.int8(id);
    copy.int4(repository);
    copy.int4(1);
    copy.text(path);
    copy.text(hashOf(id));
    copy.int8(1000);
    copy.text(language);
    copy.int4(chunks);
    copy.int4(chunks);
    copy.float8(words);
  }
  await copy.finish();
  const list = new BinaryCopy(url, 'codegrain.branch_files', ['branch_id', 'path', 'file_id']);
  for (const { id, repository, path } of files) {
    await list.row(3);
    list.int4(repository);
    list.text(path);
    list.int8(id);
  }
  await list.finish();
}

/** How many chunks of each branch have a word. */
export async function loadWords(url: string, copied: CopiedChunks, size: LargeSize): Promise<void> {
  const { terms } = copied.real;
  const out = new BinaryCopy(url, 'codegrain.words', ['branch_id', 'word', 'chunks']);
  const decoder = new TextDecoder();
  for (let from = 0, branch = 1; from < size.chunks; from += size.perRepository, branch++) {
    const plain = new Uint32Array(terms.length);
    const renamed = new Map<number, Uint32Array>();
    for (let number = from; number < Math.min(from + size.perRepository, size.chunks); number++) {
      const copy = copied.copyOf(number);
      const flags = copied.renamedBy(copy);
      const own = renamed.get(copy) ?? new Uint32Array(terms.length);
      renamed.set(copy, own);
      for (const term of copied.realOf(number).terms) {
        if (copied.isDropped(number, term)) continue;
        const counts = flags[term] ? own : plain;
        counts[term] = (counts[term] ?? 0) + 1;
      }
    }
    const groups: { suffix: string; counts: Uint32Array }[] = [{ suffix: '', counts: plain }];
    for (const [copy, counts] of renamed) groups.push({ suffix: decoder.decode(suffixOf(copy)), counts });
    for (const { suffix, counts } of groups)
      for (const [term, count] of counts.entries()) {
        if (count === 0) continue;
        await out.row(3);
        out.int4(branch);
        out.text((terms[term] ?? '') + suffix);
        out.int4(count);
      }
  }
  await out.finish();
}
