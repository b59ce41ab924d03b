/** Reads the prompt and the schema that flags name. */
import { readFileSync } from 'node:fs';
import { errorMessage } from '../../../shared/error-message';
import type { JsonSchema } from '../../../wings/models/chat-model';
import { JsonAnswers } from '../../../wings/models/model-asker';
import { memories, Prompt, parseSchema } from '../../../wings/models/prompt';
import { fileErrorReason } from '../../../workspace/skip-reasons';
import { UsageError } from './flags';

interface PromptValues {
  readonly prompt?: string | undefined;
  readonly schema?: string | undefined;
}

/** @throws UsageError if a file cannot be used. */
export function promptOf({ prompt, schema }: PromptValues): Prompt {
  if (prompt === undefined) throw new UsageError('--prompt is required: a file with the prompt, or "memories"');
  if (prompt === 'memories') {
    if (schema !== undefined) throw new UsageError('the prompt "memories" has its own schema');
    return memories;
  }
  const text = readFlagFile('prompt', prompt);
  if (text.trim() === '') throw new UsageError(`--prompt: ${prompt} is empty`);
  return new Prompt(text, schema === undefined ? undefined : schemaOf(readFlagFile('schema', schema), schema));
}

export function readFlagFile(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--${option}: ${file}: ${fileErrorReason(error)}`);
  }
}

function schemaOf(text: string, file: string): JsonSchema {
  const schema = parseSchema(text);
  if (!schema) throw new UsageError(`--schema: ${file} is not a JSON schema`);
  return schema;
}

export function jsonOf(schema: JsonSchema): JsonAnswers {
  try {
    return new JsonAnswers(schema);
  } catch (error) {
    throw new UsageError(`--schema: ${errorMessage(error)}`);
  }
}
