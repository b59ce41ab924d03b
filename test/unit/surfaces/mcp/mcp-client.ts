/** The SDK's own client, connected to a server as users start it: the built command line on standard input and output. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { cacheOfTests, cli } from '../cli/runner/run-command';

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly structured: Record<string, unknown>;
}

export interface TestClient {
  readonly client: Client;
  readonly pid: number;
  /** What the server wrote to standard error. */
  log(): string;
  call(name: string, input?: Record<string, unknown>, signal?: AbortSignal): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export function connect(...args: readonly string[]): Promise<TestClient> {
  return connectWith({}, ...args);
}

/** @param environment variables of the server, besides those that every server gets */
export async function connectWith(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<TestClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', ...args],
    env: { ...getDefaultEnvironment(), CODEGRAIN_CACHE: cacheOfTests(), ...environment },
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (data) => {
    log += data;
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  // The client checks structured answers against the schemas from `listTools`.
  await client.listTools();
  assert.ok(transport.pid !== null);
  return {
    client,
    pid: transport.pid,
    log: () => log,
    call: async (name, input = {}, signal) => {
      const options = { ...(signal && { signal }), timeout: 60_000 };
      const result = await client.callTool({ name, arguments: input }, CallToolResultSchema, options);
      assert.ok(Array.isArray(result.content));
      const [first]: { type: string; text: string }[] = result.content;
      const structured = result.structuredContent ?? {};
      return { text: first?.text ?? '', isError: result.isError === true, structured: { ...structured } };
    },
    close: () => client.close(),
  };
}

type FoundSpan = readonly [start: number, end: number];

export interface FoundHit {
  readonly id: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly spans: readonly FoundSpan[];
  readonly shown: string;
  readonly code?: { readonly text: string; readonly spans?: readonly FoundSpan[] };
  readonly stale?: boolean;
}

export function hitsIn({ structured, text, isError }: ToolAnswer): FoundHit[] {
  assert.ok(!isError, text);
  assert.ok(Array.isArray(structured.hits));
  return structured.hits;
}
