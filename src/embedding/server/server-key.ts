/**
 * What a server says goes into messages and logs, and a server may repeat the key that it was sent: in an error page, in a
 * header it complains about, percent-encoded or as JSON. So no text of a server is shown before it went through here.
 */

const MARK = '[key]';

/** Shorter keys are placeholders ("none") that occur in ordinary words: a text with one is left out rather than riddled. */
const SHORTEST = 8;

export function withoutKey(text: string, key: string | undefined): string {
  // A key that is not ours (of a proxy, say) is no one else's business either.
  const shown = text.replace(/\b(bearer|basic)(\s+|%20)[^\s"'<>,;]{12,}/gi, `$1 ${MARK}`);
  if (key === undefined || key === '') return shown;
  const spellings = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), btoa(key)];
  if (key.length < SHORTEST) return spellings.some((each) => shown.includes(each)) ? '' : shown;
  return spellings.reduce((rest, each) => rest.replaceAll(each, MARK), shown);
}

/** @throws where a header cannot carry the key; the message of `fetch` itself would repeat it. */
export function readKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new Error('the key has spaces or characters that are not ASCII; was it copied whole?');
  }
  return trimmed;
}
