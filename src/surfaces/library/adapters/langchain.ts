/** `codegrain/langchain`: a text splitter and a retriever for LangChain. docs/adapters.md describes them. */
import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import { TextSplitter, type TextSplitterChunkHeaderOptions } from '@langchain/textsplitters';
import {
  type ChunkRecord,
  type ChunkTextOptions,
  type CodeIndex,
  chunk,
  type IndexSearchOptions,
  type SearchHit,
} from '../library';
import { GivenIndex } from './given-index';

/** Options of `CodegrainTextSplitter`: those of `chunk`. */
export interface CodegrainTextSplitterOptions extends Omit<ChunkTextOptions, 'signal'> {
  /** Put the context of a chunk (path, enclosing signatures, used imports) before its text. Default false: it is in the metadata. */
  readonly withContext?: boolean | undefined;
}

/** What a document knows about its chunk, beside the metadata of the document it was made from. */
export interface CodegrainMetadata {
  /** Stable while other parts of the file are edited. */
  chunkId: string;
  path: string;
  language: string;
  kind: string;
  name: string;
  /** Names of the enclosing definitions, outermost first. */
  scope: readonly string[];
  /** What the chunk needs to be understood: path, enclosing signatures, used imports and globals. */
  context?: string;
  /** Lines are 1-based and inclusive. */
  loc: { lines: { from: number; to: number } };
}

/**
 * Cuts code at definitions and prose at sections. The language is found from `path`, or from `path` or `source` in the metadata of a
 * document, and otherwise from the text.
 */
export class CodegrainTextSplitter extends TextSplitter {
  private readonly options: CodegrainTextSplitterOptions;

  constructor(options: CodegrainTextSplitterOptions = {}) {
    // Only this class cuts; the base class needs sizes that fit together.
    super({ chunkSize: options.maxTokens ?? 400, chunkOverlap: 0 });
    this.options = options;
  }

  static override lc_name(): string {
    return 'CodegrainTextSplitter';
  }

  async splitText(text: string): Promise<string[]> {
    const chunks = await this.chunksOf(text, this.options.path);
    return chunks.map((each) => this.contentOf(each));
  }

  override async createDocuments(
    texts: string[],
    metadatas: Record<string, unknown>[] = [],
    {
      chunkHeader = '',
      chunkOverlapHeader = "(cont'd) ",
      appendChunkOverlapHeader = false,
    }: TextSplitterChunkHeaderOptions = {},
  ): Promise<Document[]> {
    const documents: Document[] = [];
    for (const [i, text] of texts.entries()) {
      const metadata = metadatas[i] ?? {};
      const chunks = await this.chunksOf(text, pathOf(metadata) ?? this.options.path);
      for (const [number, each] of chunks.entries()) {
        const header = chunkHeader + (appendChunkOverlapHeader && number > 0 ? chunkOverlapHeader : '');
        documents.push(
          new Document({
            pageContent: header + this.contentOf(each),
            metadata: { ...metadata, ...chunkMetadata(each, metadata.loc) },
          }),
        );
      }
    }
    return documents;
  }

  /** Without parents, whose text is that of their children. */
  private async chunksOf(text: string, path: string | undefined): Promise<ChunkRecord[]> {
    const { withContext: _, ...options } = this.options;
    const { chunks } = await chunk(text, { ...options, path });
    return chunks.filter(({ role }) => role !== 'parent');
  }

  private contentOf({ text, context }: ChunkRecord): string {
    return this.options.withContext === true ? context + text : text;
  }
}

/** `score` is missing for what is listed, not ranked. */
type HitMetadata = CodegrainMetadata & { score?: number };

/** Options of `CodegrainRetriever`: what to search, and the options of `search`. */
export interface CodegrainRetrieverOptions extends BaseRetrieverInput, Omit<IndexSearchOptions, 'signal'> {
  /** An index that `openIndex` opened, or a folder, whose index is made or updated before the first answer. */
  readonly index: CodeIndex | string;
  /** Return parents, the larger pieces of code around hits: each once, with the score of its best hit. Default false. */
  readonly parents?: boolean | undefined;
}

/** Finds code by words and meaning in the index of a folder. */
export class CodegrainRetriever extends BaseRetriever<HitMetadata> {
  override lc_namespace = ['codegrain', 'retrievers'];
  private readonly given: GivenIndex;
  private readonly options: IndexSearchOptions;
  private readonly parents: boolean;

  constructor({ index, parents = false, callbacks, tags, metadata, verbose, ...options }: CodegrainRetrieverOptions) {
    super({
      ...(callbacks !== undefined && { callbacks }),
      ...(tags !== undefined && { tags }),
      ...(metadata !== undefined && { metadata }),
      ...(verbose !== undefined && { verbose }),
    });
    this.given = new GivenIndex(index);
    this.options = options;
    this.parents = parents;
  }

  static override lc_name(): string {
    return 'CodegrainRetriever';
  }

  override async _getRelevantDocuments(query: string): Promise<Document<HitMetadata>[]> {
    const index = await this.given.get();
    const { hits } = await index.search(query, { byChunk: true, byParent: this.parents, ...this.options });
    return hits.map((hit) => documentOf(hit, this.parents));
  }

  /** Closes the index of a folder; one that you opened stays open. */
  async close(): Promise<void> {
    await this.given.close();
  }
}

function documentOf(hit: SearchHit, isParent: boolean): Document<HitMetadata> {
  const { id, text, startLine, endLine, name, kind } = (isParent && hit.parent) || hit;
  const { path, language, scope, score, context } = hit;
  const found = { ...(context && { context }), ...(score !== undefined && { score }) };
  const loc = { lines: { from: startLine, to: endLine } };
  return new Document({
    id,
    pageContent: text,
    metadata: { chunkId: id, path, language, kind, name, scope, loc, ...found },
  });
}

function chunkMetadata(
  { id, path, language, kind, name, scope, context, startLine, endLine }: ChunkRecord,
  loc: unknown,
): CodegrainMetadata {
  const before = typeof loc === 'object' ? loc : {};
  return {
    ...{ chunkId: id, path, language, kind, name, scope },
    ...(context && { context }),
    loc: { ...before, lines: { from: startLine, to: endLine } },
  };
}

/** Loaders of files set `source`. */
function pathOf({ path, source }: Readonly<Record<string, unknown>>): string | undefined {
  return [path, source].find((each) => typeof each === 'string' && each !== '') as string | undefined;
}
