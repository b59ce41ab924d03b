/** Finds its way in the JSON that a server answered with, of which nothing is certain. */
import { EndpointError } from './endpoint-error';

export function answerField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/** @throws EndpointError where there is no such list. */
export function listIn(answer: unknown, name: string): readonly unknown[] {
  const list = answerField(answer, name);
  if (Array.isArray(list)) return list;
  throw new EndpointError(`the server's answer has no list "${name}"; is this the address of an embedding API?`);
}
