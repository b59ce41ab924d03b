/** Replaces `vscode-jsonrpc/node` in bundles for browsers: connections to what `fork` starts, which is a web worker here. */
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-jsonrpc/browser';

interface ForkedProcess {
  on(event: string, listener: (data: unknown) => void): unknown;
  off(event: string, listener: (data: unknown) => void): unknown;
  send(message: unknown): void;
}

class ForkReader extends AbstractMessageReader {
  constructor(private readonly from: ForkedProcess) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    const listener = (data: unknown): void => callback(data as Message);
    this.from.on('message', listener);
    return { dispose: () => this.from.off('message', listener) };
  }
}

class ForkWriter extends AbstractMessageWriter {
  constructor(private readonly to: ForkedProcess) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.to.send(message);
  }

  end(): void {}
}

export * from 'vscode-jsonrpc/browser';
export { ForkReader as IPCMessageReader, ForkWriter as IPCMessageWriter };
