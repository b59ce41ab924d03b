/**
 * An index that answers as the product does, but without the texts of the hits: the files that they would be read from are not the
 * files that the index was made from.
 */
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../src/engine/code-index';
import { IndexReader } from '../../src/index/file/index-reader';
import type { SearchMode } from '../../src/search/query/search-choices';
import { IndexView } from '../../src/search/view/index-view';

const hitCount = 10;

export class Asker {
  private constructor(
    readonly view: IndexView,
    private readonly searcher: CodeIndex,
  ) {}

  static async open(indexFile: string): Promise<Asker> {
    const opened = IndexReader.open(indexFile);
    if ('problem' in opened) throw new Error(opened.problem.message);
    const view = new IndexView(opened.index, '');
    const noTexts = (): never => {
      throw new Error('this benchmark does not read hits');
    };
    return new Asker(view, new CodeIndex([view], await loadBuiltIn(), noTexts));
  }

  /** The ids of the ten best chunks. */
  async ask(question: string, mode: SearchMode): Promise<string[]> {
    const { ranked } = await this.searcher.rank(question, { mode, limit: hitCount });
    return ranked.slice(0, hitCount).map(({ candidate }) => candidate.chunk.id);
  }
}
