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

export interface SeenRequest {
  readonly path: string;
  readonly body: string;
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
    this.requests.push({ path, body });
    const protocol = request.method === 'POST' ? protocolOf(path) : undefined;
    if (!protocol) {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":{"message":"not part of the script"}}');
      return;
    }
    const asked: unknown = JSON.parse(body);
    const turn = this.turnFor(protocol, asked, body);
    if (protocol.streams(asked, request.url ?? '')) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.end(protocol.stream(turn));
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(protocol.whole(turn)));
  }

  /** Calls the tool; where the agent only lists tools that the model has looked up, looks it up first. Then says the last words. */
  private turnFor(protocol: ModelProtocol, asked: unknown, body: string): ModelTurn {
    const { tool, input } = this.call;
    const tools = protocol.tools(asked);
    const called = protocol.called(asked);
    const wanted = tools.find(({ name }) => name.endsWith(tool));
    if (wanted && !called.includes(wanted.name)) return { tool: wanted, input };
    const lookup = tools.find(({ name }) => name === lookupTool);
    const hidden = new RegExp(`\\w*${tool}`).exec(body)?.[0];
    if (!wanted && lookup && hidden !== undefined && !called.includes(lookupTool))
      return { tool: lookup, input: { query: `select:${hidden}` } };
    return { text: this.lastWords };
  }
}
