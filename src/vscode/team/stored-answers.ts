/**
 * Answers of the database by question. While the index changes, a search is repeated every second or two: a question that is being
 * answered is not asked again, and one that was answered a moment ago is not either. A question that nobody waits for is cancelled.
 */
import { type CancellationToken, CancellationTokenSource } from 'vscode';
import type { ServiceSearchOptions } from '../../engine/service-protocol';
import { isDatabaseProblem } from '../../engine/stored-code';
import type { SearchAnswer } from '../../search/searcher';
import { errorMessage } from '../../shared/error-message';
import type { SearchScope } from './search-scope';

interface Asked {
  readonly at: number;
  readonly answer: Promise<SearchAnswer>;
  readonly cancel: CancellationTokenSource;
  waiting: number;
  isDone: boolean;
}

/** Milliseconds that an answer is used again, and that a question may be without anyone who waits for it. */
const keptMs = 60_000;
const abandonedMs = 50;
const keptCount = 20;

export class StoredAnswers {
  private readonly asked = new Map<string, Asked>();

  clear(): void {
    this.asked.clear();
  }

  isKnown(key: string): boolean {
    return this.current(key)?.isDone === true;
  }

  async get(
    key: string,
    token: CancellationToken | undefined,
    ask: (token: CancellationToken) => Promise<SearchAnswer>,
  ): Promise<SearchAnswer> {
    const asked = this.current(key) ?? this.start(key, ask);
    asked.waiting++;
    const listening = token?.onCancellationRequested(() => this.leave(key, asked));
    try {
      return await asked.answer;
    } finally {
      listening?.dispose();
    }
  }

  private current(key: string): Asked | undefined {
    const known = this.asked.get(key);
    return known && (!known.isDone || Date.now() - known.at < keptMs) ? known : undefined;
  }

  private start(key: string, ask: (token: CancellationToken) => Promise<SearchAnswer>): Asked {
    const cancel = new CancellationTokenSource();
    const asked: Asked = { at: Date.now(), answer: ask(cancel.token), cancel, waiting: 0, isDone: false };
    this.asked.set(key, asked);
    const done = (): void => {
      asked.isDone = true;
      cancel.dispose();
    };
    asked.answer.then(done, () => {
      done();
      this.drop(key, asked);
    });
    for (const [oldest, each] of this.asked) if (this.asked.size > keptCount && each.isDone) this.asked.delete(oldest);
    return asked;
  }

  /** The same question may come again at once. */
  private leave(key: string, asked: Asked): void {
    asked.waiting--;
    setTimeout(() => {
      if (asked.waiting > 0 || asked.isDone) return;
      this.drop(key, asked);
      asked.cancel.cancel();
    }, abandonedMs);
  }

  private drop(key: string, asked: Asked): void {
    if (this.asked.get(key) === asked) this.asked.delete(key);
  }
}

// An answer of the indexes and the database together.

/** What the database has to do with an answer: it is still asked, or it failed. */
export type StoredState =
  | { readonly is: 'waiting'; readonly host: string }
  | { readonly is: 'failed'; readonly host: string; readonly fault: DatabaseFault };

export interface ScopedAnswer extends SearchAnswer {
  readonly stored?: StoredState;
  /** Roots of the database whose repositories are open in this window, too. */
  readonly checkedOut?: readonly string[];
}

/** What searches a scope. */
export interface ScopedSource {
  search(
    query: string,
    options: ServiceSearchOptions,
    scope: SearchScope,
    token: CancellationToken | undefined,
  ): Promise<ScopedAnswer>;
}

// Why the database did not do what was asked, for messages to the user.

interface DatabaseFault {
  readonly text: string;
  /** It refused the password, or none is saved. */
  readonly isAboutPassword: boolean;
}

export function databaseFault(error: unknown): DatabaseFault {
  // Some messages also say what to do on the command line.
  const text = errorMessage(error)
    .replace(/: (?:give it in|set) PGPASSWORD.*/, '')
    .replace('--ca FILE or ', '');
  const isAboutPassword = isDatabaseProblem(error) ? error.reason === 'password' : /\bpassword\b/.test(text);
  return { text, isAboutPassword };
}
