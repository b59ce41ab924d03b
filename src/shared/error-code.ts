/** The code of an error: of the system, such as `ENOENT`, or SQLSTATE; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
