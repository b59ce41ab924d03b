/**
 * Stack frames and places of messages, put in the order in which they tell most. A line may have several frames, because line breaks
 * get lost; a frame may need the line before it. Lines are cut, so that no line costs more than time linear in its length.
 */
import { hasSourceExtension } from '../query-shape';

export interface StackFrame {
  /** As written, with slashes; of Java and Kotlin made from package and file. Undefined: only the function is known. */
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  readonly name?: string;
  /** Surely not in the project: the runtime or the standard library of a language. */
  readonly isForeign: boolean;
  /** 1-based, in the order of the text. */
  readonly number: number;
  /** A message names the place, as compilers do: no function called another. */
  readonly isPlace: boolean;
}

type ReadFrame = Omit<StackFrame, 'number' | 'isPlace'>;

interface Trace {
  readonly frames: Omit<StackFrame, 'isPlace'>[];
  order: FrameOrder | undefined;
  readonly isCause: boolean;
  /** A line before it says that a trace follows. */
  readonly isAnnounced: boolean;
}

/** Units of a line in which frames are looked for, at once; longer lines are looked at in pieces. */
const pieceLength = 2000;
const maxFrames = 100;

/** Frames of the traces in a text, each trace from where the error was raised on; a cause comes before what it caused. */
export function stackFrames(lines: readonly string[]): StackFrame[] {
  const traces: Trace[] = [];
  let current: Trace | undefined;
  let isAnnounced = false;
  let gap = 0;
  let count = 0;
  let before = '';
  for (const line of lines) {
    if (count >= maxFrames) break;
    const startsTrace =
      /^\s{0,40}(?:Traceback \(|Caused by:|goroutine \d|Exception in|During handling|The above exception|thread ')/.test(
        line,
      );
    const found = /[:(#]\d|line \d|\.pyx? in |# {1,6}\d|\(\w+ (?:Method|Source)\)/.test(line)
      ? framesIn(line, before)
      : noFrames;
    if (startsTrace) {
      current = undefined;
      isAnnounced = true;
    }
    if (found.frames.length === 0) {
      if (++gap > 4) current = undefined;
    } else {
      gap = 0;
      if (!current || (current.order !== found.order && found.order !== undefined)) {
        current = { frames: [], order: found.order, isCause: false, isAnnounced };
        isAnnounced = false;
        traces.push(current);
      }
      for (const frame of found.frames) current.frames.push({ ...frame, number: ++count });
    }
    if (startsTrace && /^\s{0,40}Caused by:/.test(line)) {
      current = { frames: [], order: undefined, isCause: true, isAnnounced };
      traces.push(current);
    }
    before = line;
  }
  for (const trace of traces) if (trace.order === 'innermost-last') trace.frames.reverse();
  // Java prints the cause last.
  const inOrder: StackFrame[] = [];
  for (let i = 0; i < traces.length; ) {
    let end = i + 1;
    while (traces[end]?.isCause) end++;
    for (const { frames, order, isAnnounced } of traces.slice(i, end).reverse()) {
      const isPlace = !isAnnounced && order === undefined && frames.every(({ name }) => name === undefined);
      inOrder.push(...frames.map((frame) => ({ ...frame, isPlace })));
    }
    i = end;
  }
  return distinct(inOrder);
}

interface FoundFrames {
  readonly frames: readonly ReadFrame[];
  readonly order: FrameOrder | undefined;
}

const noFrames: FoundFrames = { frames: [], order: undefined };

function framesIn(line: string, before: string): FoundFrames {
  if (line.length <= pieceLength) return framesInPiece(line, before);
  const frames: ReadFrame[] = [];
  let order: FrameOrder | undefined;
  for (let at = 0; at < line.length && frames.length < maxFrames; ) {
    const space = line.lastIndexOf(' ', at + pieceLength);
    const end = at + pieceLength >= line.length ? line.length : space > at ? space : at + pieceLength;
    const found = framesInPiece(line.slice(at, end), '');
    frames.push(...found.frames);
    order ??= found.order;
    at = end;
  }
  return { frames, order };
}

function framesInPiece(line: string, before: string): FoundFrames {
  for (const { hint, pattern, order } of frameFormats) {
    if (!line.includes(hint)) continue;
    const frames: ReadFrame[] = [];
    for (const found of line.matchAll(pattern)) {
      const { path, line: at, name } = found.groups ?? {};
      const frame = frameOf(path, at, name ?? (isPlaceOnly(line) ? functionIn(before) : undefined));
      if (frame) frames.push(frame);
    }
    if (frames.length > 0) return { frames, order };
  }
  return noFrames;
}

/** Go and Rust print the function on the line before the place. */
function isPlaceOnly(line: string): boolean {
  return /^\s{1,40}(?:at )?[^\s]{1,400}:\d+(?::\d+)?(?: \+0x[0-9a-f]{1,16})?\s*$/.test(line);
}

function functionIn(line: string): string | undefined {
  const go =
    /^(?:created by )?(?:[\w.~-]{1,80}\/)*(?<name>[\w-]{1,80}\.[\w.*()[\]·-]{1,160}?)(?:\(.{0,300}\)|\(\.\.\.\)| in goroutine \d+)?$/.exec(
      line.trim().slice(0, 500),
    )?.groups?.name;
  if (go !== undefined) return go.replace(/[()*]/g, '').replace(/\[\.\.\.\]/g, '');
  return /^\s{0,8}\d{1,4}: {1,20}(?:0x[0-9a-f]{1,20} - )?(?<name>[\w:<>{}$ .&,]{1,250}?)(?:::h[0-9a-f]{16})?$/.exec(
    line.slice(0, 400),
  )?.groups?.name;
}

function frameOf(path: string | undefined, line: string | undefined, name: string | undefined): ReadFrame | undefined {
  const isJava =
    path !== undefined ? /\.(?:java|kt|kts|scala|groovy|clj)$/.test(path) && !/[/\\]/.test(path) : name !== undefined;
  const place = path === undefined ? undefined : isJava && name !== undefined ? javaPath(name, path) : plainPath(path);
  if (place !== undefined && !isJava && name === undefined && !hasSourceExtension(place)) return undefined;
  const named = name === undefined ? undefined : plainName(name);
  if (place === undefined && named === undefined) return undefined;
  return {
    ...(place !== undefined && { path: place }),
    ...(line !== undefined && { line: Number(line) }),
    ...(named !== undefined && { name: named }),
    isForeign: (path !== undefined && runtimePath.test(path)) || (isJava && isRuntimeName(name ?? '')),
  };
}

/** `com.a.B$C.f` in `B.java` is `com/a/B.java`. */
function javaPath(name: string, file: string): string {
  const parts = name.split('.');
  const classAt = parts.findIndex((part) => /^[A-Z]/.test(part));
  const folders = parts.slice(0, classAt < 0 ? Math.max(0, parts.length - 2) : classAt);
  return [...folders, file].join('/');
}

/** With slashes, and without the address of a server, of a bundler or of a package. */
function plainPath(path: string): string {
  return path
    .replace(
      /^\(?(?:webpack-internal|webpack|file|https?|capacitor|app|ng|vite|rsc|async):\/\/\/?(?:[\w.-]+:\d+\/)?/,
      '',
    )
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
}

function plainName(name: string): string | undefined {
  const plain = name
    .replace(/^(?:block (?:\(\d+ levels\) )?in |rescue in |ensure in )/, '')
    .replace(/^(?:Object|Module|Proxy|Function|Array|async)\./, '')
    .replace(/<.*>$/, '')
    .replace(/\.$/, '');
  return /[A-Za-z_]/.test(plain) && !/^(?:\{main\}|\{closure\}|main|module|anonymous|top \(required\))$/.test(plain)
    ? plain
    : undefined;
}

const runtimePath =
  /^<|^node:|^internal\/|\(internal|^\[internal|\/rustc\/|\/(?:usr\/(?:local\/)?(?:lib\/)?go[\w.-]*|goroot|hostedtoolcache\/go\/[^/]+\/x64)\/src\/|\/libexec\/src\/runtime\/|lib\/rustlib\/|library\/(?:std|core|alloc)\/src\/|[/\\]lib[/\\]python[\d.]+[/\\](?!site-packages|dist-packages)|python\d+[/\\]lib[/\\](?!site-packages)|\/lib\/ruby\/\d[\d.]*\/(?!gems)|^native |\/libc[.-]|sysdeps\/|^<frozen/i;

function isRuntimeName(name: string): boolean {
  return /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|System|Microsoft)\./.test(name);
}

function distinct(frames: readonly StackFrame[]): StackFrame[] {
  const seen = new Set<string>();
  return frames.filter(({ path, line, name }) => {
    const key = `${path}\n${line}\n${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * How stack frames and places of messages look in the usual languages and tools. Each format is a pattern over one line with the named
 * groups `path`, `line` and `name`. Patterns are bounded and begin at words, so that they take time linear in the length of a line.
 */

/** Which end of a trace is where the error was raised. */
type FrameOrder = 'innermost-first' | 'innermost-last';

interface FrameFormat {
  /** A cheap test before the pattern is tried. */
  readonly hint: string;
  readonly pattern: RegExp;
  readonly order?: FrameOrder;
}

const python = 'innermost-last';
const sourceFile = String.raw`(?<path>(?:[A-Za-z]:)?[^\s:()"'<>|*?,;=\[\]]{1,300}\.\w{1,10})`;

/** The first format that a line has wins: the more special come first. */
const frameFormats: readonly FrameFormat[] = [
  // Python; IPython: `File ~/a.py:3, in f(x)` and `~/a.py in f(x)`
  {
    hint: 'File "',
    pattern: /File "(?<path>[^"\n]{1,300})", line (?<line>\d{1,9})(?:, in (?<name>[\w.<>]{1,120}))?/g,
    order: python,
  },
  {
    hint: 'File ',
    pattern: /File (?<path>[^\s,:"]{1,300}):(?<line>\d{1,9})(?:, in (?<name>[\w.<>]{1,120}))?/g,
    order: python,
  },
  { hint: ' in ', pattern: /^\s{0,8}(?<path>[^\s:]{1,300}\.pyx?) in (?<name>[\w.<>]{1,120})(?=\()/g, order: python },
  // pytest: `a.py:3: in f`, `a.py:3: ValueError`
  {
    hint: '.py:',
    pattern:
      /(?<![^\s(])(?<path>[^\s:"'()]{1,300}\.pyx?):(?<line>\d{1,9}): (?:in (?<name>[\w.<>]{1,120})|(?=\w{0,60}(?:Error|Exception|Warning)))/g,
    order: python,
  },
  // Java, Kotlin, Scala
  {
    hint: 'at ',
    pattern:
      /\bat (?:[\w.@-]{0,80}\/{1,2})?(?<name>[\w$.<>-]{1,250})\((?:(?<path>[\w$-]{1,120}\.(?:java|kt|kts|scala|groovy|clj))(?::(?<line>\d{1,9}))?|Native Method|Unknown Source)\)/g,
  },
  // C#: `at A.B.C(String x) in C:\a.cs:line 3`
  {
    hint: ':line ',
    pattern:
      /\bat (?<name>[\w.<>`+$,[\]|]{1,250})\([^()]{0,300}\) in (?<path>[^:\n]{0,2}:?[^:\n]{1,300}):line (?<line>\d{1,9})/g,
  },
  // Mono and Unity: `at A.B.C () [0x00000] in /a.cs:3`
  {
    hint: '[0x',
    pattern:
      /\bat (?<name>[\w.<>`+$,[\]|]{1,250}) ?\([^()]{0,300}\) \[0x[0-9a-f]{1,16}\] in (?<path>[^:\n]{0,2}:?[^:\n]{1,300}):(?<line>\d{1,9})/g,
  },
  // Node and browsers: `at f (a.js:3:1)`, `at a.js:3:1`, `f@http://x/a.js:3:1`
  {
    hint: 'at ',
    pattern:
      /\bat (?:async |new )?(?:(?<name>[^\s()]{1,200})(?: \[as [^\]]{1,80}\])? \()(?<path>[^()\s]{1,400}?):(?<line>\d{1,9})(?::\d{1,9})?\)/g,
  },
  { hint: 'at ', pattern: /(?<=^|\s)at (?:async )?(?<path>[^\s()]{1,400}?):(?<line>\d{1,9}):\d{1,9}(?=\s|$)/g },
  {
    hint: '@',
    pattern:
      /(?<=^|\s)(?<name>[\w$./<*]{0,120})@(?<path>(?:https?|file|webpack|webpack-internal|capacitor):\/[^\s()@]{1,400}?):(?<line>\d{1,9}):\d{1,9}(?=\s|$)/g,
  },
  // Ruby: `a.rb:3:in 'f'`, `from a.rb:3:in 'f'`
  {
    hint: ':in ',
    pattern:
      /(?<![^\s('"[])(?<path>(?:[A-Za-z]:)?[^\s:"'()]{1,300}):(?<line>\d{1,9}):in [`'"](?<name>[^'`"\n]{1,120})['"]/g,
  },
  // PHP: `#0 /a.php(3): A->b()`, `in /a.php on line 3`, `in /a.php:3`
  {
    hint: '): ',
    pattern:
      /#\d{1,4} (?<path>[^\s()]{1,300})\((?<line>\d{1,9})\): (?<name>[\w\\{}]{1,200}(?:(?:->|::)[\w{}]{1,120})?)/g,
  },
  { hint: '.php', pattern: /\bin (?<path>(?:[A-Za-z]:)?[^\s:()"']{1,300}\.php)(?: on line |:)(?<line>\d{1,9})/g },
  // gdb, sanitizers, Dart
  {
    hint: '#',
    pattern:
      /#\d{1,4} {1,6}(?:0x[0-9a-fA-F]{1,20} in )?(?<name>[\w:~<>.]{1,200}) {0,2}\((?:[^()]{0,300})\)(?: const)? at (?<path>[^\s:()]{1,300}):(?<line>\d{1,9})/g,
  },
  {
    hint: '#',
    pattern:
      /#\d{1,4} {1,6}0x[0-9a-fA-F]{1,20} in (?<name>[\w:~<>.]{1,200})(?:\([^()]{0,300}\))? (?<path>[^\s:()]{1,300}):(?<line>\d{1,9})/g,
  },
  {
    hint: 'package:',
    pattern: /#\d{1,4} {1,8}(?<name>[\w.<> ]{1,160}?) \(package:(?<path>[^\s:()]{1,300}):(?<line>\d{1,9})/g,
  },
  // Elixir: `(app 1.0) lib/a.ex:3: A.f/2`
  {
    hint: '.ex',
    pattern:
      /(?<![^\s('"[])(?<path>[^\s:()"']{1,300}\.exs?):(?<line>\d{1,9}): (?:\(\w+\) )?(?<name>[\w.?!]{1,160})\/\d/g,
  },
  // Perl, R, shells: `at a.pl line 3`
  { hint: ' line ', pattern: /\bat (?<path>[^\s:()"']{1,300}\.\w{1,6}) line (?<line>\d{1,9})/g },
  // Visual Studio and tsc: `a.ts(3,5): error`
  {
    hint: '): ',
    pattern:
      /(?<![^\s('"[])(?<path>(?:[A-Za-z]:)?[^\s:()"']{1,300}\.\w{1,10})\((?<line>\d{1,9})(?:,\d{1,9})?\): (?:fatal )?(?:error|warning)/g,
  },
  // Lua: `a.lua:3: in function 'f'`
  {
    hint: ': in ',
    pattern:
      /(?<![^\s('"[])(?<path>[^\s:()"']{1,300}\.\w{1,10}):(?<line>\d{1,9}): in (?:function |method |upvalue |field |local )?[<'`]?(?<name>[\w.:]{1,120})/g,
  },
  // Everything else that has a file of code and a line: Go, Rust, compilers, linters
  {
    hint: ':',
    pattern: new RegExp(String.raw`(?<![^\s(\['"${'`'}])${sourceFile}:(?<line>\d{1,9})(?::\d{1,9})?(?![\w.])`, 'g'),
  },
];
