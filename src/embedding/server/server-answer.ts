/** Reads the JSON of a server, which may have any shape. */
import { EndpointError } from './endpoint-error';

export function answerField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/** @throws EndpointError if there is no such list. */
export function answerList(answer: unknown, name: string): readonly unknown[] {
  const list = answerField(answer, name);
  if (Array.isArray(list)) return list;
  throw new EndpointError(`the server's response has no list "${name}"; is this the address of an embedding API?`);
}
