/** Language models in VS Code that say what a test wants, brought by an extension of the tests' own. */
import type { ServerResponse } from 'node:http';
import { json } from '../unit/embedding/server/embedding-server';
import { type ChatAsked, type ChatServer, reply, serveChat } from '../unit/enrich/chat-server';
import type { Companion } from './workbench';

/** What becomes of a question: a text is said, an Error is thrown, and undefined waits until the one who asked goes away. */
export type Says = (question: string) => string | Error | undefined;

export class ChatModels {
  /** Questions that were left by those who asked, before there was an answer. */
  readonly left: string[] = [];

  private constructor(private says: Says) {}

  private server: ChatServer | undefined;

  static async start(says: Says): Promise<ChatModels> {
    const models = new ChatModels(says);
    models.server = await serveChat((asked, response) => models.answer(asked, response));
    return models;
  }

  get companion(): Companion {
    const env = { CODEGRAIN_TEST_CHAT: this.server?.url.href ?? '' };
    return { folder: 'test/fixtures/chat-provider', proposedApi: 'codegrain-tests.chat-provider', env };
  }

  /** Questions from now on. */
  say(says: Says): void {
    this.says = says;
  }

  get asked(): readonly string[] {
    return this.server?.asked.map(questionOf) ?? [];
  }

  private answer(asked: ChatAsked, response: ServerResponse): void {
    const said = this.says(questionOf(asked));
    if (said === undefined) response.once('close', () => this.left.push(questionOf(asked)));
    else if (said instanceof Error) json(response, { error: { message: said.message } }, 500);
    else reply(asked, response, said);
  }
}

function questionOf({ body }: ChatAsked): string {
  return body.messages.at(-1)?.content ?? '';
}
