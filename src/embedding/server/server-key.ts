/**
 * Removes keys from the texts of a server. These texts go into messages and logs, and a server may repeat the key it received: in an
 * error page, in a header that it rejects, percent-encoded or as JSON. So every text of a server passes through `withoutKey`.
 */

const MARK = '[key]';

/** Shorter keys are placeholders ("none") that occur in ordinary words: a text that contains one is dropped as a whole. */
const MIN_KEY_LENGTH = 8;

export function withoutKey(text: string, key: string | undefined): string {
  // Keys of others, such as a proxy, are hidden too.
  const shown = text.replace(/\b(bearer|basic)(\s+|%20)[^\s"'<>,;]{12,}/gi, `$1 ${MARK}`);
  if (key === undefined || key === '') return shown;
  const spellings = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), btoa(key)];
  if (key.length < MIN_KEY_LENGTH) return spellings.some((each) => shown.includes(each)) ? '' : shown;
  return spellings.reduce((rest, each) => rest.replaceAll(each, MARK), shown);
}

/** @throws if a header cannot contain the key; the error of `fetch` itself would repeat it. */
export function readKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new Error('the key has spaces or characters that are not ASCII; was it copied completely?');
  return trimmed;
}
