/**
 * How stack frames and places of messages look in the usual languages and tools. Each format is a pattern over one line with the named
 * groups `path`, `line` and `name`. Patterns are bounded and begin at words, so that they take time linear in the length of a line.
 */

/** Which end of a trace is where the error was raised. */
export type FrameOrder = 'innermost-first' | 'innermost-last';

interface FrameFormat {
  /** A cheap test before the pattern is tried. */
  readonly hint: string;
  readonly pattern: RegExp;
  readonly order?: FrameOrder;
}

const python = 'innermost-last';
const sourceFile = String.raw`(?<path>(?:[A-Za-z]:)?[^\s:()"'<>|*?,;=\[\]]{1,300}\.\w{1,10})`;

/** The first format that a line has wins: the more special come first. */
export const frameFormats: readonly FrameFormat[] = [
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
