/** A test server that speaks the chat protocols of Ollama and OpenAI, and fails on request. */
import type { ServerResponse } from 'node:http';
import type { ChatMessage } from '../../../../src/wings/models/chat-model';
import {
  type Answer,
  json,
  type ReceivedRequest,
  startServer,
  type TestServer,
} from '../../embedding/server/embedding-server';

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream: boolean;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly response_format?: { readonly type: string };
  readonly options?: { readonly num_ctx: number; readonly num_predict: number };
  readonly format?: unknown;
}

export type ChatAsked = ReceivedRequest<ChatBody>;
export type ChatServer = TestServer<ChatBody>;

const servers: ChatServer[] = [];

export async function serveChat(answer: Answer<ChatBody>): Promise<ChatServer> {
  const server = await startServer<ChatBody>(answer);
  servers.push(server);
  return server;
}

/** Answers every request with `say` of its last message. */
export function says(say: (question: string, asked: ChatAsked) => string): Answer<ChatBody> {
  return (asked, response) => reply(asked, response, say(asked.body.messages.at(-1)?.content ?? '', asked));
}

/** Replies in the protocol of the request, with ten tokens read and five written. */
export function reply({ path }: ChatAsked, response: ServerResponse, text: string, isTruncated = false): void {
  const message = { role: 'assistant', content: text };
  if (path.endsWith('/api/chat')) {
    json(response, {
      message,
      done: true,
      done_reason: isTruncated ? 'length' : 'stop',
      prompt_eval_count: 10,
      eval_count: 5,
    });
  } else {
    const choices = [{ index: 0, message, finish_reason: isTruncated ? 'length' : 'stop' }];
    json(response, { choices, usage: { prompt_tokens: 10, completion_tokens: 5 } });
  }
}

export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close();
}

/** The last message of each request. */
export function questions(server: ChatServer): string[] {
  return server.requests.map(({ body }) => body.messages.at(-1)?.content ?? '');
}
