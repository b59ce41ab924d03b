/** Messages of JSON-RPC 2.0, as the Model Context Protocol uses them. */

export type RpcId = string | number;

export interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type RpcMessage =
  | ({ readonly is: 'request' } & RpcRequest)
  | ({ readonly is: 'notification' } & Omit<RpcRequest, 'id'>)
  /** This server asks its clients nothing. */
  | { readonly is: 'response' };

export const errorCodes = { methodNotFound: -32601, invalidParams: -32602, internal: -32603 } as const;

/** An error that the client gets with its code. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(`MCP error ${code}: ${message}`);
    this.name = 'RpcError';
  }
}

/** Undefined if it is not a message. */
export function readMessage(value: unknown): RpcMessage | undefined {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return undefined;
  const { id, method, params = {} } = value;
  if (method === undefined) return isId(id) && (value.result ?? value.error) ? { is: 'response' } : undefined;
  if (typeof method !== 'string' || !isRecord(params)) return undefined;
  if (id === undefined) return { is: 'notification', method, params };
  return isId(id) ? { is: 'request', id, method, params } : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(id: unknown): id is RpcId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
