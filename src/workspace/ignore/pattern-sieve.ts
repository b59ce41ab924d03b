/**
 * Tells quickly that no pattern of an ignore file can match a path; most paths are not ignored, and to match all patterns takes
 * longer than to read the status of the file. From each pattern the literal parts are taken: what a path must begin with, end with, and
 * contain. A path that passes may still not match: the patterns themselves decide.
 */
interface Literals {
  readonly prefix: string;
  /** Empty for patterns of whole paths: they also match below a folder. */
  readonly suffix: string;
  /** The longest part in between. */
  readonly inner: string;
}

export class PatternSieve {
  /** Names without wildcards. */
  private readonly names = new Set<string>();
  /** By the code of the first character of the prefix; if there is none, of the last one of the suffix. */
  private readonly byFirst = new Map<number, Literals[]>();
  private readonly byLast = new Map<number, Literals[]>();
  private readonly others: Literals[] = [];

  /** @param isByName the patterns have no slash inside, and only names are tested. */
  constructor(
    private readonly isByName: boolean,
    private readonly ignoreCase: boolean,
  ) {}

  add(line: string): void {
    const pattern = this.folded(line.replace(/^!/, '').replace(/^\//, '').replace(/\/$/, ''));
    const parts = literalParts(pattern);
    const [first = ''] = parts;
    if (this.isByName && parts.length === 1) {
      this.names.add(first);
      return;
    }
    const literals = {
      prefix: withoutSlashes(first),
      suffix: this.isByName ? (parts.at(-1) ?? '') : '',
      inner: longest(parts.slice(1).map(withoutSlashes)),
    };
    if (literals.prefix !== '') addTo(this.byFirst, literals.prefix.charCodeAt(0), literals);
    else if (literals.suffix !== '')
      addTo(this.byLast, literals.suffix.charCodeAt(literals.suffix.length - 1), literals);
    else this.others.push(literals);
  }

  /** @param path as for `IgnorePatterns`; a folder ends with a slash. */
  mayMatch(path: string): boolean {
    const text = this.folded(path.endsWith('/') ? path.slice(0, -1) : path);
    if (this.names.has(text)) return true;
    return (
      mayMatchOne(this.byFirst.get(text.charCodeAt(0)), text) ||
      mayMatchOne(this.byLast.get(text.charCodeAt(text.length - 1)), text) ||
      mayMatchOne(this.others, text)
    );
  }

  private folded(text: string): string {
    return this.ignoreCase ? text.toLowerCase() : text;
  }
}

function mayMatchOne(patterns: readonly Literals[] | undefined, text: string): boolean {
  if (!patterns) return false;
  for (const { prefix, suffix, inner } of patterns)
    if (text.startsWith(prefix) && text.endsWith(suffix) && text.includes(inner)) return true;
  return false;
}

/** The parts between wildcards, blanks (those at the end do not count) and escaped characters. After a bracket nothing is certain. */
function literalParts(pattern: string): string[] {
  const bracket = pattern.indexOf('[');
  if (bracket >= 0) return [...literalParts(pattern.slice(0, bracket)), ''];
  return pattern.split(/\\.?|[*?\s]/s);
}

/** Stars may stand for no folder at all, and then the slash beside them for nothing. */
function withoutSlashes(part: string): string {
  return part.replace(/^\/+|\/+$/g, '');
}

function longest(parts: readonly string[]): string {
  return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
}

function addTo(map: Map<number, Literals[]>, key: number, literals: Literals): void {
  const list = map.get(key);
  if (list) list.push(literals);
  else map.set(key, [literals]);
}
