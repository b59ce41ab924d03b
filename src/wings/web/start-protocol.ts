/**
 * What every web worker of the product understands besides its own messages: JSON-RPC over `postMessage` (vscode-jsonrpc/browser), as
 * structured clones.
 */
import { RequestType } from 'vscode-jsonrpc';

interface StartParams {
  /** The URL of the folder with `grammars/`, `dist/` and `models/` of this version. */
  readonly productUrl: string;
}

/**
 * To be sent first, unless the worker's script is at `dist/web/` below that folder and was not started from a blob: then the worker
 * knows the URL.
 */
export const startRequest = new RequestType<StartParams, void, void>('start');
