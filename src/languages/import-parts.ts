/** One item of an import statement, as written, and the names it binds. */
export interface ImportPart {
  readonly text: string;
  readonly names: readonly string[];
}

/** The texts of the parts that bind at least one used name. */
export function usedTexts(parts: readonly ImportPart[], used: ReadonlySet<string>): string[] {
  const texts: string[] = [];
  for (const part of parts) if (part.names.some((name) => used.has(name))) texts.push(part.text);
  return texts;
}

/** All names that the parts bind. */
export function partNames(parts: readonly ImportPart[]): string[] {
  return parts.flatMap((part) => part.names);
}
