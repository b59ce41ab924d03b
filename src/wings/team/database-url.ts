/** The URL of a database in settings, which must not contain a password. Needs no database client. */

/** `none`: not the URL of a database. `secret`: it contains a password, or what looks like a part of one. */
export function databaseUrl(source: string): URL | 'none' | 'secret' {
  const text = source.trim();
  // A password with / or # ends the host early, and the rest of it appears elsewhere in the URL.
  if (/^\w+:\/\/[^@]*:[^@]*@/.test(text)) return 'secret';
  if (!URL.canParse(text)) return 'none';
  const url = new URL(text);
  if (url.protocol !== 'postgresql:' && url.protocol !== 'postgres:') return 'none';
  return url.password !== '' || url.searchParams.has('password') ? 'secret' : url;
}
