/** The tables of a TOML file, as far as `Cargo.toml` needs them: keys with texts and inline tables on one line. */

export interface TomlTable {
  /** `package`, `dependencies.serde`, `bin`. */
  readonly name: string;
  /** Key → value as written. */
  readonly values: ReadonlyMap<string, string>;
}

export function readTomlTables(text: string | undefined): readonly TomlTable[] {
  let values = new Map<string, string>();
  const tables: TomlTable[] = [{ name: '', values }];
  for (const line of (text ?? '').split('\n')) {
    const header = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*(#.*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      values = new Map();
      tables.push({ name: header.replace(/["'\s]/g, ''), values });
      continue;
    }
    const [, key, value] = /^\s*["']?([\w.-]+)["']?\s*=\s*(.+?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) values.set(key, value);
  }
  return tables;
}

/** The text of a value; undefined if it is none. */
export function tomlText(value: string | undefined): string | undefined {
  return /^(["'])(.*?)\1/.exec(value ?? '')?.[2];
}

/** The text of a key of an inline table: `{ path = "x", package = "y" }`. */
export function tomlInlineText(value: string | undefined, key: string): string | undefined {
  if (!value?.startsWith('{')) return undefined;
  return new RegExp(`[{,]\\s*${key}\\s*=\\s*(["'])(.*?)\\1`).exec(value)?.[2];
}
