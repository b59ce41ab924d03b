/**
 * Chunks exported by Codegrain as LlamaIndex nodes, with their parents and, where they were exported, their vectors.
 *
 *     codegrain export --out chunks.jsonl --embeddings
 *     npm install llamaindex && npx tsx llamaindex-loader.ts chunks.jsonl
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { NodeRelationship, ObjectType, TextNode } from 'llamaindex';

/** The searched chunks; each knows its parent. */
export async function codegrainNodes(file: string): Promise<TextNode[]> {
  const nodes: TextNode[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const {
      id,
      text,
      context = '',
      role,
      parent,
      embedding,
      path,
      startLine,
      endLine,
      language,
      kind,
      name,
    } = JSON.parse(line);
    if (role === 'parent') continue;
    const metadata = { path, startLine, endLine, language, kind, name };
    const node = new TextNode({
      id_: id,
      text: context + text,
      metadata,
      // The context says where the code stands already.
      excludedEmbedMetadataKeys: Object.keys(metadata),
      ...(embedding && { embedding }),
    });
    if (parent)
      node.relationships[NodeRelationship.PARENT] = { nodeId: parent, nodeType: ObjectType.TEXT, metadata: {} };
    nodes.push(node);
  }
  return nodes;
}

async function main(): Promise<void> {
  const nodes = await codegrainNodes(process.argv[2] ?? 'chunks.jsonl');
  const withParent = nodes.filter(({ parentNode }) => parentNode !== undefined).length;
  const dimensions = nodes[0]?.embedding?.length ?? 0;
  console.log(`${nodes.length} nodes, ${withParent} with a parent, vectors of ${dimensions} dimensions`);
}

main();
