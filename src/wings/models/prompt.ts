/**
 * A prompt with placeholders: `{chunk}` is a chunk with its context, `{text}` and `{context}` are its parts, and `{path}`, `{name}`,
 * `{startLine}` and `{endLine}` are its place. Without `{chunk}` and `{text}`, the prompt is an instruction and the chunk follows it.
 * All placeholders are replaced in one pass, so braces in code are never taken for placeholders.
 */
import type { ChatMessage, JsonSchema } from './chat-model';

export interface PromptPiece {
  readonly path: string;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly context: string;
}

const placeholders = /\{(chunk|text|context|path|name|startLine|endLine)\}/g;

export class Prompt {
  private readonly isInstruction: boolean;
  private readonly ending: string;

  constructor(
    readonly template: string,
    readonly schema?: JsonSchema | undefined,
  ) {
    this.isInstruction = !/\{(chunk|text)\}/.test(template);
    this.ending = schema ? `\n\nAnswer with JSON alone that fits this JSON schema:\n${JSON.stringify(schema)}` : '';
  }

  messages(piece: PromptPiece): ChatMessage[] {
    const filled = this.template.replace(placeholders, (_, place: string) => placeholderValue(piece, place));
    if (!this.isInstruction) return [{ role: 'user', content: `${filled.trimEnd()}${this.ending}` }];
    return [
      { role: 'system', content: `${filled.trimEnd()}${this.ending}` },
      { role: 'user', content: `${piece.context}${piece.text}` },
    ];
  }
}

function placeholderValue({ path, name, startLine, endLine, text, context }: PromptPiece, place: string): string {
  switch (place) {
    case 'chunk':
      return `${context}${text}`;
    case 'text':
      return text;
    case 'context':
      return context;
    case 'path':
      return path;
    case 'name':
      return name;
    case 'startLine':
      return String(startLine);
    default:
      return String(endLine);
  }
}

/** Parses a text as a JSON schema; undefined if it is not one. */
export function parseSchema(text: string): JsonSchema | undefined {
  try {
    const schema: unknown = JSON.parse(text);
    return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? { ...schema } : undefined;
  } catch {
    return undefined;
  }
}
