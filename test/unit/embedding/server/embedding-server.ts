/** A real HTTP server on its own port. The test decides the responses, and the server records the requests. */
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

export interface ReceivedRequest<Body = EmbeddingBody> {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

export type Answer<Body = EmbeddingBody> = (
  request: ReceivedRequest<Body>,
  response: ServerResponse,
  count: number,
) => void;

export interface TestServer<Body = EmbeddingBody> {
  readonly url: URL;
  readonly requests: readonly ReceivedRequest<Body>[];
  /** The maximum number of requests that were open at the same time. */
  readonly maxOpen: number;
  close(): Promise<void>;
}

/** @param answer also gets the number of earlier requests. */
export async function startServer<Body = EmbeddingBody>(
  answer: Answer<Body>,
  { tls, host = '127.0.0.1' }: { readonly tls?: { key: Buffer; cert: Buffer }; readonly host?: string } = {},
): Promise<TestServer<Body>> {
  const requests: ReceivedRequest<Body>[] = [];
  let open = 0;
  let maxOpen = 0;
  const listener: RequestListener = async (request, response) => {
    open++;
    maxOpen = Math.max(maxOpen, open);
    response.once('close', () => open--);
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part);
    } catch {
      // The client closed the connection.
      return;
    }
    const text = Buffer.concat(parts).toString();
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(text === '' ? '{}' : text),
    };
    requests.push(received);
    answer(received, response, requests.length - 1);
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`),
    requests,
    get maxOpen() {
      return maxOpen;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A vector that is different for different texts: from their length and first characters. */
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

/** Responds like OpenAI, the last text first, because the order is not guaranteed. */
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
