/** JSON out of what a model wrote, checked. Models put fences or a sentence around it, however they are asked. */
import { Validator } from '@cfworker/json-schema';
import type { Schema } from './chat-model';

type Read = { readonly value: unknown } | { readonly problem: string };

export class JsonAnswers {
  private readonly validator: Validator;

  /** @throws where the schema cannot be used. */
  constructor(readonly schema: Schema) {
    this.validator = new Validator({ ...schema }, '2020-12');
    // What the schema refers to is looked up when it is used; here, so that it fails before anything is asked.
    this.validator.validate({});
  }

  read(text: string): Read {
    const value = parsed(text);
    if (value === undefined) return { problem: 'it is not JSON' };
    const { valid, errors } = this.validator.validate(value);
    if (valid) return { value };
    const worst = errors.at(-1);
    return { problem: worst ? `${worst.instanceLocation}: ${worst.error}` : 'it does not fit the schema' };
  }
}

function parsed(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1];
  const from = text.search(/[{[]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  for (const candidate of [text, fenced, from >= 0 && to > from ? text.slice(from, to + 1) : undefined]) {
    if (candidate === undefined) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      return value;
    } catch {
      // The next reading may do.
    }
  }
  return undefined;
}
