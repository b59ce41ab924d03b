/** The connection of a web worker to the page or extension that started it. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createMessageConnection,
  type MessageConnection,
} from 'vscode-jsonrpc/browser';
import { setProductUrl } from './product-files';
import { startRequest } from './start-protocol';

declare const self: { readonly location: { readonly href: string } };

/** Not listening yet: the caller adds its own requests. */
export function workerConnection(): MessageConnection {
  const { href } = self.location;
  // A worker that was started from a blob does not know where its script came from.
  if (/^https?:/.test(href)) setProductUrl(new URL('../../', href));
  const connection = createMessageConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self));
  connection.onRequest(startRequest, ({ productUrl }) => setProductUrl(productUrl));
  return connection;
}
