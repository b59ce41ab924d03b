/** The prompt and the schema that options name. */
import { readFileSync } from 'node:fs';
import type { Schema } from '../../enrich/chat-model';
import { JsonAnswers } from '../../enrich/json-answer';
import { memories } from '../../enrich/memories';
import { Prompt, schemaIn } from '../../enrich/prompt';
import { errorMessage } from '../../shared/error-message';
import { reasonOf } from '../../workspace/skipped';
import { UsageError } from './usage';

interface PromptValues {
  readonly prompt?: string | undefined;
  readonly schema?: string | undefined;
}

/** @throws UsageError where a file cannot be used. */
export function promptOf({ prompt, schema }: PromptValues): Prompt {
  if (prompt === undefined) throw new UsageError('--prompt names a file with what is asked, or is "memories"');
  if (prompt === 'memories') {
    if (schema !== undefined) throw new UsageError('the prompt "memories" has its own schema');
    return memories;
  }
  const text = textOf('prompt', prompt);
  if (text.trim() === '') throw new UsageError(`--prompt: ${prompt} is empty`);
  return new Prompt(text, schema === undefined ? undefined : schemaOf(textOf('schema', schema), schema));
}

export function textOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--${option}: ${file}: ${reasonOf(error)}`);
  }
}

function schemaOf(text: string, file: string): Schema {
  const schema = schemaIn(text);
  if (!schema) throw new UsageError(`--schema: ${file} is no JSON schema`);
  return schema;
}

export function jsonOf(schema: Schema): JsonAnswers {
  try {
    return new JsonAnswers(schema);
  } catch (error) {
    throw new UsageError(`--schema: ${errorMessage(error)}`);
  }
}
