/** A real server on a port of its own: it answers as it is told and remembers what it was asked. */
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface EmbeddingBody {
  readonly model?: string;
  readonly input: readonly string[];
  readonly dimensions?: number;
}

export interface Asked<Body = EmbeddingBody> {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

export type Answer<Body = EmbeddingBody> = (asked: Asked<Body>, response: ServerResponse, count: number) => void;

export interface TestServer<Body = EmbeddingBody> {
  readonly url: URL;
  readonly asked: readonly Asked<Body>[];
  /** The most requests that were open at the same time. */
  readonly most: number;
  close(): Promise<void>;
}

/** `answer` also gets how many requests came before this one. */
export async function startServer<Body = EmbeddingBody>(
  answer: Answer<Body>,
  { tls, host = '127.0.0.1' }: { readonly tls?: { key: Buffer; cert: Buffer }; readonly host?: string } = {},
): Promise<TestServer<Body>> {
  const asked: Asked<Body>[] = [];
  let open = 0;
  let most = 0;
  const listener: RequestListener = async (request, response) => {
    open++;
    most = Math.max(most, open);
    response.once('close', () => open--);
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part);
    } catch {
      // The client went away: nobody waits for an answer.
      return;
    }
    const text = Buffer.concat(parts).toString();
    const one = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text === '' ? '{}' : text) };
    asked.push(one);
    answer(one, response, asked.length - 1);
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`),
    asked,
    get most() {
      return most;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A vector that tells texts apart: by their length and first characters. */
export function vectorOf(text: string, dimensions = 4): number[] {
  return Array.from({ length: dimensions }, (_, i) => (i === 0 ? text.length : (text.charCodeAt(i - 1) || 1) / 10));
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** As OpenAI answers; the last text first, since the order is not promised. */
export const asOpenAi: Answer = ({ body }, response) => {
  const data = body.input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text, body.dimensions ?? 4),
  }));
  json(response, { object: 'list', data: data.reverse(), model: body.model });
};

export const asOllama: Answer = ({ body }, response) =>
  json(response, { model: body.model, embeddings: body.input.map((text) => vectorOf(text, body.dimensions ?? 4)) });
