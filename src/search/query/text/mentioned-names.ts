/**
 * Names of code in a text, each with the strongest place that it has: in the title, in prose (in backticks, or shaped like an
 * identifier), as the function of a stack frame, in code, in output. Options (`--no-cache`) are names without their dashes.
 */
import { hasSourceExtension, symbolIn } from '../query-shape';

type NamePlace = 'title' | 'prose' | 'frame' | 'code' | 'output';

export type MentionedName = { readonly name: string; readonly where: NamePlace };

const places: readonly NamePlace[] = ['title', 'prose', 'frame', 'code', 'output'];
/** Names of one place. */
const maxNames = 100;
const maxNameLength = 120;

/** Words that have the shape of an identifier, but are products, formats and keywords. */
export const notNames: ReadonlySet<string> = new Set(
  'javascript typescript github gitlab macos ios iphone ipad iterm openssl postgresql mysql mariadb sqlite youtube pypi devtools stackoverflow codesandbox stackblitz jsfiddle vscode powershell webassembly nodejs numpy pytorch tensorflow wsl2 ubuntu2204 windows10 linkedin latex json yaml xml html css null true false undefined none self this cls super function class return import export default const let var def async await static public private protected void string int float bool boolean number object array dict list tuple set map new delete typeof instanceof extends implements interface package throws throw try catch finally except raise with from for while if else elif switch case break continue pass lambda yield print println printf echo console log assert require module exports main args kwargs foo bar baz qux test tests example examples todo fixme std str len and not use end begin then fmt err nil func struct enum impl trait match mut pub where type val fun namespace using include define endif ifdef foobar'.split(
    ' ',
  ),
);

const qualified = /[A-Za-z_$][\w$]*(?:(?:\.|::|->|#|\\)[A-Za-z_$][\w$]*)*/g;
const backticks = /``([^`\n]{1,200})``|`([^`\n]{1,200})`|\{\{\{([^}\n]{1,200})\}\}\}/g;
/** A line without any of these has no name. */
const mayName =
  /`|\{\{\{|--|[\w$)][_.:#\\>(-][\w$:>)(]|[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}|[a-z]\d+[a-z]|(?:^|[\s(*])[_@$#.]\w/;
/** Most words; they are no names. */
const plainWord = /^\(?[A-Za-z]?[a-z]*(?:['’-][a-z]+)*[.,:!?)]{0,3}$/;
const option = /(?<![\w-])--?([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|[a-z]{3,})(?![\w(])/gi;

export class NameCollector {
  private readonly found: Record<NamePlace, Map<string, number>> = {
    title: new Map(),
    prose: new Map(),
    frame: new Map(),
    code: new Map(),
    output: new Map(),
  };

  /** Strongest place first; in a place, those of the higher rank first, then in the order of the text. */
  get names(): MentionedName[] {
    const seen = new Set<string>();
    return places.flatMap((where) => {
      const inPlace = [...this.found[where]].filter(([name]) => !seen.has(name));
      for (const [name] of inPlace) seen.add(name);
      return inPlace.sort(([, a], [, b]) => b - a).map(([name]) => ({ name, where }));
    });
  }

  /** Names in natural language. */
  readProse(line: string, where: 'title' | 'prose'): void {
    if (this.found[where].size >= maxNames || !mayName.test(line)) return;
    const rest = line.replace(backticks, (whole, ...inside: (string | undefined)[]) => {
      const text = inside.slice(0, 3).find((one) => one !== undefined) ?? '';
      this.readQuoted(text, where);
      return ' '.repeat(Math.min(1, whole.length));
    });
    this.readOptions(rest, where);
    const plain = !rest.includes('_') ? rest : rest.replace(/(?<![\w*])_([^_\n]{1,120})_(?!\w)/g, '$1');
    for (const word of plain.match(/(?:->|[^\s,;|[\]{}<>/“”"])+/g) ?? [])
      if (word.length > 2 && word.length <= maxNameLength && !plainWord.test(word)) this.addSymbol(word, where);
  }

  /** The function of a stack frame. */
  addFrame(name: string): void {
    this.add(name, 'frame', 1);
  }

  /** Names in code: what is called, used as a member or shaped like a name; what the code itself defines last. */
  readCode(line: string): void {
    if (this.found.code.size >= maxNames) return;
    const code = line.slice(0, 2000);
    this.readOptions(code, 'code');
    const own =
      /^\s*(?:(?:export|default|async|public|private|static|pub|const|let|var|val|final)\s+)*(?:def|class|function|fn|func|struct|interface|const|let|var|val)\s+([\w$]+)|^\s*([\w$]+)\s*(?::=|=(?!=))/.exec(
        code,
      );
    const defined = own?.[1] ?? own?.[2];
    const bare = withoutStrings(code);
    for (const found of code.matchAll(qualified)) {
      const [name] = found;
      // In strings and comments only what has the shape of a name is one.
      if (bare.charAt(found.index) === ' ') {
        if (shaped.test(name)) this.add(name, 'code', 0);
        continue;
      }
      const next = code.charAt(found.index + name.length);
      const isCalled = next === '(' || next === '<' || code.charAt(found.index - 1) === '@' || next === '{';
      const isShaped =
        shaped.test(name) ||
        (/^[A-Z][a-z]+\w*$/.test(name) &&
          !/^ [A-Za-z]/.test(code.slice(found.index + name.length, found.index + name.length + 2)));
      if (!isCalled && !isShaped && !/[.:>#\\]/.test(name)) continue;
      this.add(name, 'code', name === defined ? -1 : isCalled ? 1 : 0);
    }
  }

  /** Names in output: only what has the shape of one. */
  readOutput(line: string): void {
    if (this.found.output.size >= maxNames) return;
    for (const name of line.slice(0, 2000).match(qualified) ?? [])
      if (shaped.test(name) || /[a-z](?:\.|::|->)[A-Za-z]/.test(name)) this.add(name, 'output', 0);
  }

  /** In backticks a single word is a name, and of an expression each name is. */
  private readQuoted(text: string, where: 'title' | 'prose'): void {
    const trimmed = text.trim();
    if (!/[A-Za-z]{2}/.test(trimmed) || /^v?\d[\w.+-]*$/.test(trimmed)) return;
    const symbol = symbolIn(`\`${trimmed}\``);
    if (symbol !== undefined) {
      this.add(symbol, where, 1);
      return;
    }
    this.readOptions(trimmed, where);
    if (/^[\w.-]+$/.test(trimmed)) {
      this.add(trimmed.replace(/^-+/, ''), where, 1);
      return;
    }
    for (const found of trimmed.matchAll(qualified)) {
      const [name] = found;
      const isCalled = trimmed.charAt(found.index + name.length) === '(';
      if (isCalled || shaped.test(name) || /[.:>#\\]/.test(name) || trimmed.length < 30)
        this.add(name, where, isCalled ? 1 : 0);
    }
  }

  private readOptions(text: string, where: NamePlace): void {
    if (!text.includes('-')) return;
    for (const [whole, name = ''] of text.matchAll(option)) if (whole.startsWith('--')) this.add(name, where, 1);
  }

  private addSymbol(raw: string, where: 'title' | 'prose'): void {
    // The arguments of a call may be other words: `add_item(self,`
    const [word = ''] = raw.replace(/^[(*]+|\*{1,2}$/g, '').split(/(?<=\w)\((?!\))/, 1);
    // `@someone` is a person, `@cached_property` is not.
    if (word.startsWith('@') && !shaped.test(word)) return;
    // `union1d`, `log4j`
    const symbol = symbolIn(word) ?? /^[a-z]{3,}\d+[a-z]\w*(?=[.,:;?!)]*$)/.exec(word)?.[0];
    if (symbol !== undefined) this.add(symbol, where, 0);
  }

  private add(raw: string, where: NamePlace, rank: number): void {
    const name = raw.replace(/^[.#\\:]+|^(?:self|this|cls)(?:\.|->)|^\$(?:this->)?/g, '');
    const names = this.found[where];
    if (name.length < 2 || name.length > maxNameLength || names.size >= maxNames || isFile(name)) return;
    this.note(names, name, rank);
    const parts = name.split(/\.|::|->|#|\\|\/|\$(?=[A-Za-z])/);
    const last = parts.at(-1) ?? name;
    if (last !== name && last.length > 2) this.note(names, last, rank);
    // The class of a member, and the type of a method in Go and Rust.
    const owner = parts.at(-2);
    if (owner !== undefined && /^[A-Z]\w+$/.test(owner)) this.note(names, owner, rank - 0.5);
  }

  private note(names: Map<string, number>, name: string, rank: number): void {
    if (notNames.has(name.toLowerCase())) return;
    names.set(name, Math.max(rank, names.get(name) ?? rank));
  }
}

/** The same length, with spaces where strings and comments are. */
function withoutStrings(line: string): string {
  return line.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?|(?:\/\/|(?<=^|\s)#(?!include)).*$/g, (whole) =>
    ' '.repeat(whole.length),
  );
}

/** Two words in one: `fooBar`, `FooBar`, `foo_bar`, `_foo`. */
const shaped = /[A-Za-z0-9]_[A-Za-z0-9]|(?:^|[.:>])_\w|[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}/;

/** A file or an address, which only looks like a member of something. */
function isFile(name: string): boolean {
  if (
    /\.(?:docx?|xlsx?|pdf|png|jpe?g|gif|svg|zip|gz|tar|tgz|zst|whl|jar|exe|dll|csv|parquet|log|com|org|net|io|dev|local)$/.test(
      name,
    )
  )
    return true;
  return hasSourceExtension(name) && !/[A-Z(]/.test(name.slice(name.lastIndexOf('.')));
}
