/** A value as text, for reports. */
export function inspect(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
