/** The connection of a web worker to the page or extension that started it. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createMessageConnection,
  type Message,
  type MessageConnection,
} from 'vscode-jsonrpc/browser';
import { setProductUrl } from './product-files';
import { startRequest } from './web-worker-protocol';

declare const self: {
  readonly location: { readonly href: string };
  postMessage(message: unknown, transfer: readonly ArrayBufferLike[]): void;
};

/** Not listening yet: the caller adds its own requests. */
export function workerConnection(): MessageConnection {
  const { href } = self.location;
  // A worker that was started from a blob does not know where its script came from.
  if (/^https?:/.test(href)) setProductUrl(new URL('../../', href));
  const connection = createMessageConnection(new BrowserMessageReader(self), new TransferringWriter(self));
  connection.onRequest(startRequest, ({ productUrl }) => setProductUrl(productUrl));
  return connection;
}

const handedOver = new Set<ArrayBufferLike>();

/** Bytes for the next message, which are moved instead of copied: this worker cannot use them any more. */
export function handOver(bytes: Uint8Array): Uint8Array {
  handedOver.add(bytes.buffer);
  return bytes;
}

class TransferringWriter extends BrowserMessageWriter {
  override async write(message: Message): Promise<void> {
    const moved = [...handedOver];
    handedOver.clear();
    if (moved.length === 0) return super.write(message);
    self.postMessage(message, moved);
  }
}
