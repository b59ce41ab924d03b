/**
 * Loads the texts of hits from a database. Texts are loaded in pages, in ranking order: one statement loads the chunks of a page and
 * their parents, each parent once.
 */
import type { ChunkSymbol, EnclosingLines } from '../../code/chunk';
import { explainHit, type TermShare } from '../../index/lexical/explain-score';
import { isInside } from '../../search/hits/definition-choice';
import type { HitParent } from '../../search/hits/hit';
import type { HitSource } from '../../search/hits/make-hits';
import { linesOf } from '../../search/hits/spans';
import type { Query } from '../../search/query/query';
import type { Ranked } from '../../search/rank/rank';
import type { HitText } from '../../search/view/source-texts';
import type { DatabaseCandidate } from './candidates/find-candidates';
import type { Queries } from './database';

interface TextRow {
  readonly fileId: string;
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  readonly scope: string[];
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly context: string;
  readonly note: string | null;
  readonly enclosing: EnclosingLines[] | null;
  readonly symbols: ChunkSymbol[];
  [column: string]: unknown;
}

export class DatabaseHits implements HitSource<DatabaseCandidate> {
  private readonly rows = new Map<string, TextRow | undefined>();
  private next = 0;

  constructor(
    private readonly queries: Queries,
    private readonly ranked: readonly Ranked<DatabaseCandidate>[],
    /** Number of chunks per page. */
    private readonly page: number,
    private readonly withParents: boolean,
  ) {}

  rootOf({ view }: DatabaseCandidate): string {
    return view.root;
  }

  async textOf(candidate: DatabaseCandidate): Promise<HitText> {
    const { startLine, endLine } = candidate.chunk;
    const row = await this.row(candidate);
    // Missing if a push replaced the chunk since it was found.
    const { text = '', enclosing, symbols = [] } = row ?? {};
    const isStale = row === undefined;
    const lines = linesOf(text);
    // What is around the chunk is stored; what is around a definition in it is among its symbols.
    const within = symbols
      .filter((outer) => symbols.some((inner) => isInside(inner, outer)))
      .map(({ line, endLine: lastLine }) => ({ line, text: (lines[line - startLine] ?? '').trimEnd(), lastLine }));
    return { text, startLine, endLine, isStale, enclosing: [...(enclosing ?? []), ...within], definitions: symbols };
  }

  async contextOf(candidate: DatabaseCandidate): Promise<string> {
    return (await this.row(candidate))?.context ?? '';
  }

  placeOf({ chunk: { place } }: DatabaseCandidate): { readonly sequence: number; readonly total: number } | undefined {
    return place;
  }

  async parentOf({ chunk: { fileId, parent } }: DatabaseCandidate): Promise<HitParent | undefined> {
    const row = this.rows.get(`${fileId} ${parent}`);
    if (!row) return undefined;
    const { id, path, startLine, endLine, name, kind, text } = row;
    return { id, path, startLine, endLine, name, kind, text };
  }

  async termsOf(candidate: DatabaseCandidate, query: Query): Promise<readonly TermShare[]> {
    const row = await this.row(candidate);
    if (!row) return [];
    const { note, path, name, scope, symbols, text, startLine } = row;
    const document = { path, name, scope, symbols, text, startLine, imports: [], globals: [] };
    return explainHit(candidate.view, query.lexical.terms, note === null ? document : { ...document, note });
  }

  rarityOf({ view }: DatabaseCandidate, term: string): number {
    return view.rarity(term);
  }

  async similarity(a: DatabaseCandidate, b: DatabaseCandidate): Promise<number> {
    if (a.view.branch.modelId !== b.view.branch.modelId) return 0;
    const [row] = await this.queries.rows<{ likeness: number }>(
      `select 1 - (a.embedding <=> b.embedding) as likeness from codegrain.embeddings a, codegrain.embeddings b
         where a.model_id = $1 and a.hash = $2 and b.model_id = $1 and b.hash = $3`,
      [a.view.branch.modelId, a.chunk.hash, b.chunk.hash],
    );
    return row && Number.isFinite(row.likeness) ? row.likeness : 0;
  }

  private async row({ chunk: { fileId, id } }: DatabaseCandidate): Promise<TextRow | undefined> {
    const key = `${fileId} ${id}`;
    while (!this.rows.has(key) && this.next < this.ranked.length) await this.loadPage();
    return this.rows.get(key);
  }

  private async loadPage(): Promise<void> {
    const page = this.ranked.slice(this.next, this.next + this.page).map(({ candidate }) => candidate.chunk);
    this.next += page.length;
    const found = await this.queries.rows<TextRow>(
      `with page as (select * from unnest($1::bigint[], $2::text[]) as p(file_id, id)),
       needed as (select file_id, id from page
         union select c.file_id, c.parent_chunk_id from page join codegrain.chunks c using (file_id, id)
           where $3 and c.parent_chunk_id is not null)
       select c.file_id as "fileId", c.id, c.path, c.name, c.kind, c.scope, c.start_line as "startLine", c.end_line as "endLine", c.text, c.context, c.note, c.symbols,
         c.extra -> 'enclosing' as enclosing
       from needed join codegrain.chunks c using (file_id, id)`,
      [page.map(({ fileId }) => fileId), page.map(({ id }) => id), this.withParents],
    );
    for (const { fileId, id } of page) this.rows.set(`${fileId} ${id}`, undefined);
    for (const row of found) this.rows.set(`${row.fileId} ${row.id}`, row);
  }
}
