/**
 * PostgreSQL cannot store NUL characters and lone surrogates. Each is replaced by one UTF-16 unit (␀ and U+FFFD), so that offsets into
 * the text stay valid. Hashes are those of the original text.
 */
const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const all = new RegExp(unstorable, 'g');

export function storableText(text: string): string {
  return unstorable.test(text) ? text.replaceAll(all, (one) => (one === '\0' ? '␀' : '\ufffd')) : text;
}

/** JSON in which every string is storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? storableText(one) : one));
}
