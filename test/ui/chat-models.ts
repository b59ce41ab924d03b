/** Language models in VS Code that give the replies of a test, provided by a test extension. */
import type { ServerResponse } from 'node:http';
import { json } from '../unit/embedding/server/embedding-server';
import { type ChatAsked, type ChatServer, reply, serveChat } from '../unit/wings/models/chat-server';
import type { Companion } from './workbench';

/** The reply to a question: a text, an error to throw, or undefined to wait until the client disconnects. */
export type ReplyTo = (question: string) => string | Error | undefined;

export class ChatModels {
  /** Questions whose client disconnected before there was an answer. */
  readonly abandoned: string[] = [];

  private constructor(private replyTo: ReplyTo) {}

  private server: ChatServer | undefined;

  static async start(replyTo: ReplyTo): Promise<ChatModels> {
    const models = new ChatModels(replyTo);
    models.server = await serveChat((asked, response) => models.answer(asked, response));
    return models;
  }

  get companion(): Companion {
    const env = { CODEGRAIN_TEST_CHAT: this.server?.url.href ?? '' };
    return { folder: 'test/fixtures/chat-provider', proposedApi: 'codegrain-tests.chat-provider', env };
  }

  /** Sets the replies to the following questions. */
  setReplies(replyTo: ReplyTo): void {
    this.replyTo = replyTo;
  }

  get asked(): readonly string[] {
    return this.server?.requests.map(questionOf) ?? [];
  }

  private answer(asked: ChatAsked, response: ServerResponse): void {
    const answer = this.replyTo(questionOf(asked));
    if (answer === undefined) response.once('close', () => this.abandoned.push(questionOf(asked)));
    else if (answer instanceof Error) json(response, { error: { message: answer.message } }, 500);
    else reply(asked, response, answer);
  }
}

function questionOf({ body }: ChatAsked): string {
  return body.messages.at(-1)?.content ?? '';
}
