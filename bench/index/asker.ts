/** An index that answers as the product does: the query is parsed, embedded, looked for in words and vectors, and candidates are ranked. */
import { loadBuiltIn } from '../../src/embedding/built-in';
import type { Embedder } from '../../src/embedding/embedder';
import { IndexReader } from '../../src/index/reader';
import { askedOf } from '../../src/search/asked';
import { IndexView } from '../../src/search/index-view';
import { parseQuery } from '../../src/search/query';
import { type Candidate, rank } from '../../src/search/rank';
import { defaultWeights as weights } from '../../src/search/weights';

export const modes = ['keyword', 'semantic', 'hybrid'] as const;
export type Mode = (typeof modes)[number];

const shown = 10;
const offered = Math.max(weights.candidates.least, shown * weights.candidates.perHit);

export class Asker {
  private constructor(
    readonly view: IndexView,
    private readonly embedder: Embedder,
  ) {}

  static async open(indexFile: string): Promise<Asker> {
    const opened = IndexReader.open(indexFile);
    if ('problem' in opened) throw new Error(opened.problem.message);
    return new Asker(new IndexView(opened.index, ''), await loadBuiltIn());
  }

  /** The ids of the ten best chunks. */
  async ask(question: string, mode: Mode): Promise<string[]> {
    const { view } = this;
    view.refresh();
    const { query } = parseQuery(question);
    const [vector] = mode === 'keyword' ? [] : await this.embedder.embed([query.text], 'query');
    const terms = mode === 'semantic' ? [] : query.lexical.terms;
    const candidates = view.find(terms, vector, offered, undefined).flatMap(({ segment, row, words, vector }) => {
      const chunk = view.segments[segment]?.chunk(row);
      return chunk ? [{ chunk, file: chunk.path, words, vector, mtimeMs: 0, isOlder: false, uses: 0 } satisfies Candidate] : [];
    });
    const vectorShare = mode === 'keyword' ? 0 : mode === 'semantic' ? 1 : weights.vectorShare[query.shape];
    const asked = askedOf(query, (term) => view.lexical.rarity(term));
    const ranked = rank(candidates, asked, { weights, vectorShare, now: 0, parents: true });
    return ranked.slice(0, shown).map(({ candidate }) => candidate.chunk.id);
  }
}
