/**
 * What PostgreSQL cannot store: the character NUL, and halves of surrogate pairs. Both are replaced by one unit each (␀ and U+FFFD), so
 * that offsets into the text stay right. Hashes are of the text as it was.
 */
const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const all = new RegExp(unstorable, 'g');

export function storable(text: string): string {
  return unstorable.test(text) ? text.replaceAll(all, (one) => (one === '\0' ? '␀' : '\ufffd')) : text;
}

/** As JSON, every text in it storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? storable(one) : one));
}
