/**
 * Asks the user before code is sent to another machine: once per destination, before the first request. The answer is remembered on
 * this machine. Servers on this machine need no consent. In a workspace that is not trusted nothing is asked and nothing is sent.
 */
import * as vscode from 'vscode';
import { isLoopback } from '../../embedding/server/server-address';
import type { ExtensionStorage } from './saved-secrets';

/** A server that code would be sent to. */
export interface Destination {
  /** The key of the remembered answer. */
  readonly id: string;
  /** As shown to the user. */
  readonly host: string;
  /** On this machine. */
  readonly isLocal: boolean;
  readonly isEncrypted: boolean;
}

export function destinationOf(url: URL): Destination {
  return { id: url.origin, host: url.host, isLocal: isLoopback(url), isEncrypted: url.protocol !== 'http:' };
}

/** Everything that needs the user; tests replace it. */
export interface ConsentDialogs {
  isTrusted(): boolean;
  /** True if the user agrees. */
  agree(destination: Destination): Promise<boolean>;
}

/** Nothing was sent; the message says why. */
export class NotAllowed extends Error {
  constructor(
    readonly why: 'untrusted' | 'declined',
    message: string,
  ) {
    super(message);
  }
}

export class SendConsent {
  /** Refused in this session: the next chunk does not ask again. */
  private readonly declined = new Set<string>();
  private asking: { readonly id: string; readonly answer: Promise<boolean> } | undefined;

  constructor(
    private readonly globalState: ExtensionStorage['globalState'],
    /** Name of the list of agreements in the global state. */
    private readonly agreedKey: string,
    private readonly dialogs: ConsentDialogs,
  ) {}

  /** @throws NotAllowed */
  async require(destination: Destination): Promise<void> {
    const { id, host, isLocal } = destination;
    if (!this.dialogs.isTrusted())
      throw new NotAllowed(
        'untrusted',
        vscode.l10n.t('This workspace is not trusted, so its code is not sent to {0}.', host),
      );
    if (isLocal || this.agreed.includes(id)) return;
    const refusal = new NotAllowed('declined', vscode.l10n.t('Nothing was sent to {0}.', host));
    if (this.declined.has(id)) throw refusal;
    if (await this.answerFor(destination)) return;
    this.declined.add(id);
    throw refusal;
  }

  /** True if the user agreed before, or nothing leaves the machine. Never asks. */
  isGiven({ id, isLocal }: Destination): boolean {
    return this.dialogs.isTrusted() && (isLocal || this.agreed.includes(id));
  }

  /** Forgets refusals, so that the user is asked again. */
  reset(): void {
    this.declined.clear();
  }

  private get agreed(): readonly string[] {
    return this.globalState.get<readonly string[]>(this.agreedKey, []);
  }

  /** Concurrent requests wait for the same answer. */
  private answerFor(destination: Destination): Promise<boolean> {
    const { id } = destination;
    if (this.asking?.id === id) return this.asking.answer;
    const answer = this.dialogs.agree(destination).then(async (isAgreed) => {
      if (isAgreed) await this.globalState.update(this.agreedKey, [...new Set([...this.agreed, id])]);
      return isAgreed;
    });
    this.asking = { id, answer };
    const done = (): void => {
      if (this.asking?.answer === answer) this.asking = undefined;
    };
    answer.then(done, done);
    return answer;
  }
}

/**
 * @param noticeOf says what is sent and why.
 * @param onceNotice says that nothing is asked twice.
 * @param wordsOf the question and the button; by default those for code.
 */
export function editorConsentDialogs(
  noticeOf: (host: string) => string,
  onceNotice = () => vscode.l10n.t('Codegrain asks once per host.'),
  wordsOf = codeWords,
): ConsentDialogs {
  return {
    isTrusted: () => vscode.workspace.isTrusted,

    async agree({ host, isEncrypted }) {
      const { title, send } = wordsOf(host);
      const warning = isEncrypted ? [] : [vscode.l10n.t('The connection is not encrypted.')];
      const detail = [noticeOf(host), ...warning, onceNotice()].join('\n\n');
      return (await vscode.window.showWarningMessage(title, { modal: true, detail }, send)) === send;
    },
  };
}

function codeWords(host: string) {
  return { title: vscode.l10n.t('Send code to {0}?', host), send: vscode.l10n.t('Send Code') };
}
