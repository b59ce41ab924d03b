/**
 * `live-memory.ts FOLDER INDEX REQUESTS`, run with --expose-gc: measures the memory of a server while it answers a client in the same
 * process. Prints JSON.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createMcpServer } from '../../src/surfaces/mcp/mcp-server';
import { ServedCode } from '../../src/surfaces/mcp/served-code';
import { ServedIndex } from '../../src/surfaces/mcp/served-index';
import { mixedRequests } from './mixed-requests';

/** Bytes, after garbage collection. */
export interface LiveMemory {
  readonly requests: number;
  readonly heap: number;
  /** Mostly the index. */
  readonly buffers: number;
  readonly resident: number;
}

const rows = 6;

async function main([root = '', indexFile = '', count = '']: readonly string[]): Promise<void> {
  const index = new ServedIndex({ root, indexFile, include: [], exclude: [] }, console.error);
  const { server } = createMcpServer(new ServedCode(index, undefined), {}, console.error);
  const [own, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await Promise.all([server.connect(own), client.connect(other)]);
  const { view } = await index.current();
  // Without index_status, which walks the folder and takes a hundred times as long as any other request.
  const requests = mixedRequests(view.reader, Number(count), 2).filter(({ name }) => name !== 'index_status');
  const found: LiveMemory[] = [];
  const every = Math.ceil(requests.length / (rows - 1));
  for (const [at, { name, input }] of requests.entries()) {
    if (at % every === 0) found.push(memoryAfter(at));
    if (name === 'resource') await client.readResource({ uri: String(input.uri) });
    else await client.callTool({ name, arguments: input });
  }
  found.push(memoryAfter(requests.length));
  await client.close();
  await index.close();
  process.stdout.write(JSON.stringify(found));
}

function memoryAfter(requests: number): LiveMemory {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed: heap, arrayBuffers: buffers, rss: resident } = process.memoryUsage();
  return { requests, heap, buffers, resident };
}

if (require.main === module)
  main(process.argv.slice(2)).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
