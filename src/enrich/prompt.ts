/**
 * A prompt with places to fill in: `{chunk}` is a chunk with its context, `{text}` and `{context}` are one of the two, `{path}`,
 * `{name}`, `{startLine}` and `{endLine}` say where it stands. A prompt that has none of the first two is an instruction that the
 * chunk follows. Places are filled in one go: braces in code are never taken for places.
 */
import type { ChatMessage, Schema } from './chat-model';

export interface Piece {
  readonly path: string;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly context: string;
}

const places = /\{(chunk|text|context|path|name|startLine|endLine)\}/g;

export class Prompt {
  private readonly isInstruction: boolean;
  private readonly ending: string;

  constructor(
    readonly template: string,
    readonly schema?: Schema | undefined,
  ) {
    this.isInstruction = !/\{(chunk|text)\}/.test(template);
    this.ending = schema ? `\n\nAnswer with JSON alone that fits this JSON schema:\n${JSON.stringify(schema)}` : '';
  }

  messages(piece: Piece): ChatMessage[] {
    const filled = this.template.replace(places, (_, place: string) => inPlace(piece, place));
    if (!this.isInstruction) return [{ role: 'user', content: `${filled.trimEnd()}${this.ending}` }];
    return [
      { role: 'system', content: `${filled.trimEnd()}${this.ending}` },
      { role: 'user', content: `${piece.context}${piece.text}` },
    ];
  }
}

function inPlace({ path, name, startLine, endLine, text, context }: Piece, place: string): string {
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

/** A JSON schema that stands in a text; undefined: it has none. */
export function schemaIn(text: string): Schema | undefined {
  try {
    const schema: unknown = JSON.parse(text);
    return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? { ...schema } : undefined;
  } catch {
    return undefined;
  }
}
