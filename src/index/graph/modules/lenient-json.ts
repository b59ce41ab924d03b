/** JSON of configuration files as people write it: with comments, trailing commas and a byte order mark. */

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A string, a comment, or a comma before a closing bracket. Strings come first, so that nothing inside them counts. */
const token = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** The object in a text; undefined if there is none or it cannot be read. */
export function readJsonRecord(text: string | undefined): JsonRecord | undefined {
  if (text === undefined) return undefined;
  try {
    return asRecord(JSON.parse(text.replace(/^\uFEFF/, '').replace(token, (part) => (part[0] === '"' ? part : ''))));
  } catch {
    // A file that is being edited configures nothing.
    return undefined;
  }
}

export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
