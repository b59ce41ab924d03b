/** The address of an embedding server: read from a setting, compared, and shown. What follows "?" may be a secret and is never shown. */

/** @throws an Error that says what is wrong with the address, without its secret parts. */
export function readAddress(text: string): URL {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) throw new Error('an address begins with http:// or https://');
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    throw new Error('this is not an address such as http://localhost:11434');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error('an address holds no user name or password; give a key instead');
  }
  url.hash = '';
  return url;
}

/**
 * Whether what is sent there stays on this machine. Names are not looked up, so only those that always mean this machine
 * count: a name below ".localhost" may be answered by a server elsewhere.
 */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Host and port, the same for every spelling of this machine. */
export function hostOf(url: URL): string {
  if (!isLoopback(url)) return url.host;
  return url.port === '' ? 'localhost' : `localhost:${url.port}`;
}

/** `/v1/` + `embeddings` → `/v1/embeddings`; the query stays. */
export function below(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}
