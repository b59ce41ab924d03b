/** The address of a database as settings may have it: without a password. Who reads it needs no client. */

/** `none`: it is no address of a database. `secret`: it has a password, or what looks like a part of one. */
export function databaseUrl(source: string): URL | 'none' | 'secret' {
  const text = source.trim();
  // A password with / or # in it ends the host early, and what is left of it stands elsewhere in the URL.
  if (/^\w+:\/\/[^@]*:[^@]*@/.test(text)) return 'secret';
  if (!URL.canParse(text)) return 'none';
  const url = new URL(text);
  if (url.protocol !== 'postgresql:' && url.protocol !== 'postgres:') return 'none';
  return url.password !== '' || url.searchParams.has('password') ? 'secret' : url;
}
