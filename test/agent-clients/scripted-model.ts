/**
 * A model server without a model: it asks for one tool of Codegrain, then answers with a fixed sentence. It speaks the protocols of the
 * agents that are driven (model-protocols.ts), so that a real agent runs whole without an account, and keeps every request that reaches it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ModelProtocol, type ModelTurn, protocolOf } from './model-protocols';

/** What the model does in its first turn. Agents put a prefix before the name of a tool. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const lookupTool = 'tool_search';
/** The first request can come before the servers have started: what Codex and Claude Code have to wait for them. */
const waiting: ReadonlyMap<string, ScriptedCall['input']> = new Map([
  ['exec_command', { cmd: 'sleep 4' }],
  ['WaitForMcpServers', {}],
]);

export interface SeenRequest {
  readonly path: string;
  readonly body: string;
  /** Number of tools the model could call. */
  readonly tools: number;
  /** Whether the wanted tool was called before. */
  readonly hasCalled: boolean;
}

export class ScriptedModel {
  readonly requests: SeenRequest[] = [];
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  constructor(
    private readonly call: ScriptedCall,
    private readonly lastWords: string,
  ) {}

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    const address: AddressInfo | string | null = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the scripted model has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString();
    const protocol = request.method === 'POST' ? protocolOf(path) : undefined;
    if (!protocol) {
      this.requests.push({ path, body, tools: 0, hasCalled: false });
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":{"message":"not part of the script"}}');
      return;
    }
    const asked: unknown = JSON.parse(body);
    const hasCalled = protocol.called(asked).some((name) => name.endsWith(this.call.tool));
    this.requests.push({ path, body, tools: protocol.tools(asked).length, hasCalled });
    const turn = this.turnFor(protocol, asked, body);
    if (protocol.streams(asked, request.url ?? '')) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.end(protocol.stream(turn));
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(protocol.whole(turn)));
  }

  /** Calls the tool, after looking it up or waiting for it where the agent does not list it at once. Then says the last words. */
  private turnFor(protocol: ModelProtocol, asked: unknown, body: string): ModelTurn {
    const { tool, input } = this.call;
    const tools = protocol.tools(asked);
    const called = protocol.called(asked);
    const wanted = tools.find(({ name }) => name.endsWith(tool));
    if (wanted && !called.includes(wanted.name)) return { tool: wanted, input };
    const wait = tools.find(({ name }) => waiting.has(name) && !called.includes(name));
    if (!wanted && wait) return { tool: wait, input: waiting.get(wait.name) ?? {} };
    const lookup = tools.find(({ name }) => name === lookupTool);
    const hidden = new RegExp(`\\w*codegrain\\w*${tool}`).exec(body)?.[0];
    if (!wanted && lookup && hidden !== undefined && !called.includes(lookupTool))
      return { tool: lookup, input: { query: `select:${hidden}` } };
    return { text: this.lastWords };
  }
}
