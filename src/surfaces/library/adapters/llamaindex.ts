/** `codegrain/llamaindex`: a node parser and a retriever for LlamaIndex.TS. docs/adapters.md describes them. */
import { NodeParser } from '@llamaindex/core/node-parser';
import type { QueryBundle } from '@llamaindex/core/query-engine';
import { BaseRetriever } from '@llamaindex/core/retriever';
import { NodeRelationship, type NodeWithScore, TextNode } from '@llamaindex/core/schema';
import { extractText } from '@llamaindex/core/utils';
import {
  type ChunkRecord,
  type ChunkTextOptions,
  type CodeIndex,
  chunk,
  type IndexSearchOptions,
  type SearchHit,
} from '../library';
import { GivenIndex } from './given-index';

/** Options of `CodegrainNodeParser`: those of `chunk`. */
export interface CodegrainNodeParserOptions extends Omit<ChunkTextOptions, 'signal'> {}

/** What is in the metadata of a node, beside that of its document. */
export interface CodegrainNodeMetadata {
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
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  [key: string]: unknown;
}

/** A model reads the context; the rest is for programs. */
const forPrograms = ['chunkId', 'path', 'language', 'kind', 'name', 'scope', 'startLine', 'endLine'];

/**
 * Cuts code at definitions and prose at sections. The language is found from `path`, or from `file_path`, `file_name` or `path` in the
 * metadata of a document, and otherwise from the text.
 */
export class CodegrainNodeParser extends NodeParser<Promise<TextNode[]>> {
  private readonly options: CodegrainNodeParserOptions;

  constructor(options: CodegrainNodeParserOptions = {}) {
    super();
    this.options = options;
  }

  protected override async parseNodes(documents: TextNode[]): Promise<TextNode[]> {
    const nodes: TextNode[] = [];
    for (const document of documents) {
      const path = pathOf(document.metadata) ?? this.options.path;
      const { chunks } = await chunk(document.text, { ...this.options, path });
      for (const each of chunks) if (each.role !== 'parent') nodes.push(nodeOf(each, document));
    }
    return nodes;
  }

  /** The base class looks for the place of a text, and finds the first of equal ones. */
  protected override postProcessParsedNodes(nodes: TextNode[], documents: Map<string, TextNode>): TextNode[] {
    const places = nodes.map(({ startCharIdx, endCharIdx }) => ({ startCharIdx, endCharIdx }));
    super.postProcessParsedNodes(nodes, documents);
    for (const [i, node] of nodes.entries()) Object.assign(node, places[i]);
    return nodes;
  }
}

/** Options of `CodegrainNodeRetriever`: what to search, and the options of `search`. */
export interface CodegrainNodeRetrieverOptions extends Omit<IndexSearchOptions, 'signal'> {
  /** An index that `openIndex` opened, or a folder, whose index is made or updated before the first answer. */
  readonly index: CodeIndex | string;
  /** Return parents, the larger pieces of code around hits: each once, with the score of its best hit. Default false. */
  readonly parents?: boolean | undefined;
}

/** Finds code by words and meaning in the index of a folder. */
export class CodegrainNodeRetriever extends BaseRetriever {
  private readonly given: GivenIndex;
  private readonly options: IndexSearchOptions;

  constructor({ index, parents = false, ...options }: CodegrainNodeRetrieverOptions) {
    super();
    this.given = new GivenIndex(index);
    this.options = { byChunk: true, byParent: parents, ...options };
  }

  override async _retrieve({ query }: QueryBundle): Promise<NodeWithScore[]> {
    const index = await this.given.get();
    const { hits } = await index.search(extractText(query), this.options);
    const found = hits.map((hit) => (this.options.byParent ? { ...hit, ...hit.parent } : hit));
    return found.map((hit) => ({ node: nodeOfHit(hit), ...(hit.score !== undefined && { score: hit.score }) }));
  }

  /** Closes the index of a folder; one that you opened stays open. */
  async close(): Promise<void> {
    await this.given.close();
  }
}

function nodeOf(record: ChunkRecord, document: TextNode): TextNode {
  const { text, start, end } = record;
  const node = new TextNode({
    text,
    metadata: metadataOf(record),
    excludedEmbedMetadataKeys: [...forPrograms, ...document.excludedEmbedMetadataKeys],
    excludedLlmMetadataKeys: [...forPrograms, ...document.excludedLlmMetadataKeys],
    relationships: { [NodeRelationship.SOURCE]: document.asRelatedNodeInfo() },
  });
  // The constructor takes no 0.
  node.startCharIdx = start;
  node.endCharIdx = end;
  return node;
}

function nodeOfHit(hit: SearchHit): TextNode {
  return new TextNode({
    id_: hit.id,
    text: hit.text,
    metadata: metadataOf(hit),
    // Without its context a model must know at least where the code is.
    excludedEmbedMetadataKeys: forPrograms,
    excludedLlmMetadataKeys: forPrograms.filter((key) => key !== 'path'),
  });
}

function metadataOf(of: ChunkRecord | SearchHit): CodegrainNodeMetadata {
  const { id, path, language, kind, name, scope, context, startLine, endLine } = of;
  return {
    ...{ chunkId: id, path, language, kind, name, scope, startLine, endLine },
    ...(context && { context }),
  };
}

/** Readers of files set `file_path` or `file_name`. */
function pathOf({ file_path, file_name, path }: Readonly<Record<string, unknown>>): string | undefined {
  return [file_path, file_name, path].find((each) => typeof each === 'string' && each !== '') as string | undefined;
}
