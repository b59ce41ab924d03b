/// <reference types="node" />
import { EventEmitter } from 'node:events';

/** The events a connection can emit, and their payloads. */
export interface ConnectionEvents {
  open: [];
  message: [data: Uint8Array, isBinary?: boolean];
  close: [code: number, reason: string];
}

export declare class Connection extends EventEmitter {
  constructor(url: string | URL, options?: ConnectionOptions);
  readonly url: string;
  get state(): Connection.State;
  set binaryType(value: 'blob' | 'buffer');
  on<E extends keyof ConnectionEvents>(event: E, listener: (...args: ConnectionEvents[E]) => void): this;
  send(data: string | ArrayBufferView): void;
  private static readonly pool: WeakSet<Connection>;
}

export declare namespace Connection {
  type State = 'connecting' | 'open' | 'closed';
  const CLOSED: unique symbol;
}

export interface ConnectionOptions {
  readonly timeoutMs?: number;
  retry?: ((attempt: number) => number | false) | undefined;
  headers?: Readonly<Record<Lowercase<string>, string>>;
}

export declare function connect(url: string): Promise<Connection>;
export declare function connect(url: string, options: ConnectionOptions): Promise<Connection>;
export declare const version: string, protocol: 2 | 3;
declare abstract class Base<T = unknown> {
  protected abstract encode(value: T): Uint8Array;
}
export { Base as AbstractConnection };
export = Connection;
