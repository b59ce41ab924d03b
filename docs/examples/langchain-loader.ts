/**
 * Chunks exported by Codegrain as LangChain documents.
 *
 *     codegrain export --out chunks.jsonl
 *     npm install @langchain/core && npx tsx langchain-loader.ts chunks.jsonl
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document } from '@langchain/core/documents';

export class CodegrainLoader extends BaseDocumentLoader {
  constructor(private readonly file: string) {
    super();
  }

  /** The searched chunks. What is embedded is context and text; parents are asked for by id, see `parents`. */
  async load(): Promise<Document[]> {
    const documents: Document[] = [];
    for await (const { role, id, text, context = '', embedding: _, ...metadata } of records(this.file)) {
      if (role === 'parent') continue;
      documents.push(new Document({ id, pageContent: context + text, metadata: { ...metadata, role } }));
    }
    return documents;
  }

  /** By id: what to give a model in place of a child that was found, `parents.get(document.metadata.parent)`. */
  async parents(): Promise<Map<string, Document>> {
    const parents = new Map<string, Document>();
    for await (const { role, id, text, context = '', ...metadata } of records(this.file))
      if (role === 'parent') parents.set(id, new Document({ id, pageContent: context + text, metadata }));
    return parents;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: docs/chunk-record.schema.json says what is in it.
async function* records(file: string): AsyncGenerator<any> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line);
}

async function main(): Promise<void> {
  const loader = new CodegrainLoader(process.argv[2] ?? 'chunks.jsonl');
  const documents = await loader.load();
  const parents = await loader.parents();
  const child = documents.find(({ metadata }) => metadata.parent !== undefined);
  console.log(`${documents.length} documents, ${parents.size} parents`);
  if (child)
    console.log(
      `${child.metadata.path}:${child.metadata.startLine} is in a parent: ${parents.has(child.metadata.parent)}`,
    );
}

main();
