/**
 * Whether code may leave the machine for a host. Asked once for each origin, before the first request, and remembered on
 * this machine; never asked for the machine itself. Nothing is asked, and nothing leaves, in a workspace that is not trusted.
 */
import * as vscode from 'vscode';
import { isLoopback } from '../embedding/address';
import type { Storage } from './embedding-keys';

/** What needs the user; tests put something else in its place. */
export interface Guard {
  isTrusted(): boolean;
  /** The answer of the user to the notice. */
  agree(url: URL): Promise<boolean>;
}

/** Nothing was sent, and the message says why. */
export class NotAllowed extends Error {
  constructor(
    readonly why: 'untrusted' | 'declined',
    message: string,
  ) {
    super(message);
  }
}

const agreedId = 'embedding.agreedOrigins';

export class EmbeddingConsent {
  /** Of this session: whoever said no is not asked again by the next chunk. */
  private readonly declined = new Set<string>();
  private asking: { readonly origin: string; readonly answer: Promise<boolean> } | undefined;

  constructor(
    private readonly globalState: Storage['globalState'],
    private readonly guard: Guard,
  ) {}

  /** @throws NotAllowed */
  async require(url: URL): Promise<void> {
    if (!this.guard.isTrusted()) {
      throw new NotAllowed(
        'untrusted',
        vscode.l10n.t('This workspace is not trusted, so its code is not sent to {0}.', url.host),
      );
    }
    if (isLoopback(url) || this.agreed.includes(url.origin)) return;
    const no = new NotAllowed('declined', vscode.l10n.t('Nothing was sent to {0}.', url.host));
    if (this.declined.has(url.origin)) throw no;
    if (await this.answerFor(url)) return;
    this.declined.add(url.origin);
    throw no;
  }

  /** Who said no is asked again. */
  reset(): void {
    this.declined.clear();
  }

  private get agreed(): readonly string[] {
    return this.globalState.get<readonly string[]>(agreedId, []);
  }

  /** Several who want to send at the same time wait for one answer. */
  private answerFor(url: URL): Promise<boolean> {
    const { origin } = url;
    if (this.asking?.origin === origin) return this.asking.answer;
    const answer = this.guard.agree(url).then(async (isAgreed) => {
      if (isAgreed) await this.globalState.update(agreedId, [...new Set([...this.agreed, origin])]);
      return isAgreed;
    });
    this.asking = { origin, answer };
    const done = (): void => {
      if (this.asking?.answer === answer) this.asking = undefined;
    };
    answer.then(done, done);
    return answer;
  }
}

export const editorGuard: Guard = {
  isTrusted: () => vscode.workspace.isTrusted,

  async agree(url) {
    const { l10n } = vscode;
    const send = l10n.t('Send Code');
    const detail = [
      l10n.t(
        'The embedding model in your settings runs on {0}. The text of your files, in chunks, and your searches leave this machine and go there.',
        url.host,
      ),
      ...(url.protocol === 'http:' ? [l10n.t('The connection is not encrypted.')] : []),
      l10n.t('Codegrain asks once for each host. With the built-in model nothing leaves this machine.'),
    ].join('\n\n');
    const title = l10n.t('Send code to {0}?', url.host);
    return (await vscode.window.showWarningMessage(title, { modal: true, detail }, send)) === send;
  },
};
