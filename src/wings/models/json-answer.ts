/** Extracts JSON from an answer and checks it. Models put code fences or sentences around JSON, whatever the prompt says. */
import { Validator } from '@cfworker/json-schema';
import type { JsonSchema } from './chat-model';

type ParsedAnswer = { readonly value: unknown } | { readonly problem: string };

export class JsonAnswers {
  private readonly validator: Validator;

  /** @throws if the schema cannot be used. */
  constructor(readonly schema: JsonSchema) {
    this.validator = new Validator({ ...schema }, '2020-12');
    // References are resolved on use. A first use here makes a broken schema fail before any request.
    this.validator.validate({});
  }

  read(text: string): ParsedAnswer {
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
      // Try the next candidate.
    }
  }
  return undefined;
}
