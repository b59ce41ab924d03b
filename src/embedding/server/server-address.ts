/** The address of a server, from a setting. The part after "?" may be a secret and is never shown. */

/** @throws an Error that says what is wrong with the address, without its secret parts. */
export function readServerAddress(text: string): URL {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) throw new Error('an address must begin with http:// or https://');
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    throw new Error('this is not a valid address; write it like http://localhost:11434');
  }
  if (url.username !== '' || url.password !== '')
    throw new Error('an address must not contain a user name or password; set a key instead');
  url.hash = '';
  return url;
}

/**
 * True if requests to this address stay on this machine. Names are not looked up, so only those that always mean this machine
 * count: a name that ends in ".localhost" may resolve to another machine.
 */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Host and port, the same for every spelling of this machine. */
export function hostOf(url: URL): string {
  if (!isLoopback(url)) return url.host;
  return url.port === '' ? 'localhost' : `localhost:${url.port}`;
}

/** The address of one call of an OpenAI-compatible API. Its version may be missing in the base (`http://localhost:1234`). */
export function callBelow(base: URL, call: string): URL {
  const path = base.pathname.replace(/\/+$/, '');
  if (path.endsWith(`/${call}`)) return new URL(base);
  // `/v1`, `/v1beta/openai`
  return urlBelow(base, /\/v\d+[a-z]*(?:\/openai)?$/.test(path) ? call : `v1/${call}`);
}

/** `/v1/` + `embeddings` → `/v1/embeddings`; the query stays. */
export function urlBelow(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}
