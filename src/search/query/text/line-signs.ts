/**
 * What single lines of an issue, a log or a mail look like. All patterns are anchored or bounded, so that a line costs time linear in
 * its length; lines are cut to `maxSignLength` before they are compared with them.
 */

/** UTF-16 units of a line that are looked at to tell what it is. */
const maxSignLength = 400;

const outputSign = oneOf([
  // Stack traces and what surrounds them
  /^(?:Traceback \(most recent|Caused by: |Suppressed: |Exception in thread |Stack ?trace:|Call stack:|stack backtrace:|During handling of the above|The above exception was)/i,
  /^File (?:"[^"]{1,300}"|[^\s,]{1,300}:\d+), (?:line \d|in )/,
  /^at (?:async |new )?[^\s()]{1,300}(?: \[as [^\]]{1,80}\])? ?\(/,
  /^at [^\s()]{1,300}:\d+(?::\d+)?\)?$/,
  /^\.{3} \d+ (?:more|common frames)/,
  /^(?:goroutine \d+ \[|thread '[^']{0,80}' panicked|panic: |created by [\w./*()]{3,})/,
  /^#\d+ +(?:0x[0-9a-f]+ |[\w:~<>\\/.{}-]{1,300} ?\(|\{main\}|<)/i,
  /^(?:\d+: )?from [^\s:]{1,300}:\d+:in /,
  /^[^\s:]{1,300}:\d+:in [`'"]/,
  /^\d+: +(?:0x[0-9a-f]+ - )?[\w<$]+(?:::|\.)[\w:<>{}$. ]{1,300}$/,
  /^E {2,}\S/,
  /^\*\* \([A-Z][\w.]{1,80}\) \S/,
  /^-+>? \d+ /,
  // Compilers and tools
  /^--> [^\s:]{1,300}:\d+/,
  /^\d{1,6} +\| |^\|? {1,200}\^+(?: |$)|^\| {2,200}[\^~-]/,
  /^\d{1,6}:\d{1,5} {1,8}(?:error|warning) /,
  /^(?:[^\s:]{1,300}|[A-Z]:[^\s:]{1,300}):\d+(?::\d+)?: (?:fatal |internal )?(?:error|warning|note|info)\b/i,
  /^[^\s:()]{1,300}\(\d+(?:,\d+)?\): (?:error|warning) /,
  /^[^\s:]{1,300}:\d+: (?:in [\w<]|\w{0,60}(?:Error|Exception|Warning)\b)/,
  /^(?:npm ERR!|npm WARN|make(?:\[\d+\])?: \*\*\*|error Command failed|FAILED |PASSED |ok \d+ |not ok \d+ )/,
  // Error messages
  /^(?:Uncaught |Unhandled |Error: )?[\w.$\\:]{0,120}(?:Error|Exception|Warning|Interrupt|Panic|Fault)(?: \[\w+\]| \(\w+\))?: \S/,
  /^(?:\[?(?:error|fatal|panic|warning|warn|critical)\]?(?:\[\w{1,20}\])?: )\S/i,
  /^(?:PHP )?(?:Fatal error|Parse error|Warning|Notice|Deprecated): {1,2}\S/,
  // Logs
  /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/,
  /^\[?\d\d:\d\d:\d\d[.,\] ]/,
  /^\[?(?:INFO|DEBUG|TRACE|WARN|WARNING|ERROR|FATAL|CRITICAL|NOTICE|SEVERE)\]?[\s:|-]/,
  /^\{"(?:level|time|ts|timestamp|msg|message|severity|@timestamp)":/,
  /^[IWEF]\d{4} \d\d:\d\d:\d\d/,
  // Prefixes of containers and of Android: `web_1  | …`, `E/Shop( 12): …`
  /^[\w.-]{1,60}[_-]\d{1,4} +\| /,
  /^[VDIWEF]\/[\w.$-]{1,80} ?\( ?\d/,
]);

/** Is this a line of a log, of a stack trace or of a tool's messages, wherever it is? */
export function isOutputLine(line: string): boolean {
  const text = start(line);
  return text.length > 3 && outputSign.some((sign) => sign.test(text));
}

const codeSign = oneOf([
  /^(?:from [\w.]{1,200} import |import (?:[\w.*{"']|static )[^.?!]{0,300}[\w"';}*)]$|#include ?[<"]|require(?:_relative|_once)? ?[('"])/,
  /^(?:async )?(?:def|fn|func|fun|sub) +[\w.(]/,
  /^(?:abstract |export |default |public |final |data |sealed |static )*(?:class|interface|struct|enum|trait|impl|module|namespace|record|object) [\w.<>:, ]{1,120}(?:[({:]|$)/,
  /^(?:export |default |async )*function\*? ?[\w$]{0,80} ?\(/,
  /^(?:export )?(?:const|let|var|val|auto|local) [\w$[{(*]{1,80}[^.?!]{0,80}=/,
  /^(?:public|private|protected|internal|static|override|final|pub|extern|unsafe) [\w<>[\]*&:, ]{1,120}[({;=]/,
  /^(?:use|using|package|namespace) [\w\\:.{}*, ]{1,200};$/,
  /^@[\w.]{1,80}(?:\([^)]{0,300}\)?)?$/,
  /^<\?(?:php|xml)|^#!\/|^\{%|^\{\{/,
  /^(?:>>>|\.\.\.|In \[\d*\]:|irb\b.{0,20}>|\$|%|PS [A-Z]:\\.{0,80}>) \S/,
  /^(?:if|for|while|elif|else if|switch|match|catch|except|with|unless|foreach|select)\b.{0,300}[:{]$/,
  /^(?:else|try|finally|do|begin|end|default):?$|^(?:return|yield|raise|throw|await|assert|del|echo|print|puts|print!|println!)[ (].{0,300}[)\]}'";\d]$/,
  /^[\w$.[\]'"]{1,120}(?:: ?[\w[\], .|]{1,60})? ?(?:[-+*/|&:]|\?\?)?= ?[^=].{0,300}$/,
  /^(?:[\w$]{1,60}(?:\.|::|->|\\))*[\w$]{1,80}\(.{0,300}[)({[,;:]$/,
  /^[)\]}]{1,6}[;,)]{0,3}$|^[)\]}]\)?[.;,] ?[\w(]{0,60}/,
  /^["']?[\w$.-]{1,60}["']?: ?["'[{\d].{0,200},$/,
  /^<\/?(?!details|summary|p>|b>|i>|br|strong|em>|a )[A-Za-z][\w.:-]{0,60}(?: [^>]{0,300})?\/?>.{0,300}<\/[\w.:-]{1,60}>$|^<\/?[A-Za-z][\w.:-]{0,60}(?: [\w:@-]{1,60}=[^>]{0,300})?\/?>$/,
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW)|ALTER TABLE) /,
]);
const codeEnd = /[;{]$|=> ?[{(]$|\) ?=>/;

/** Is this a line of code, although no fence and no indentation says so? */
export function isCodeLine(line: string): boolean {
  const text = start(line);
  if (text.length === 0 || !(codeSign.some((sign) => sign.test(text)) || codeEnd.test(text))) return false;
  return !looksLikeSentence(text);
}

/** A line that a person typed into a shell or a console. */
export function isTypedCommand(line: string): boolean {
  return /^\s{0,8}(?:>>>|\.\.\.(?= )|In \[\d*\]:|\$|%|irb\b.{0,20}>|PS [A-Z]:\\.{0,80}>)(?: |$)/.test(
    line.slice(0, maxSignLength),
  );
}

/** Surely prose: a capital, and eight words of letters in a row. This spares most lines of a report the comparison with all signs. */
export function isSentence(line: string): boolean {
  return line.length > 60 && /^[A-Z][a-z]*(?:,? [A-Za-z'’]+){7,}/.test(line);
}

/** Four words in a row without anything but letters and commas, and the full stop of a sentence or none. */
function looksLikeSentence(text: string): boolean {
  return /^[A-Z"'(*-]?[a-z'’]*(?:,? [A-Za-z'’]{2,}){4,}/.test(text) && !/[;{})\]]$/.test(text);
}

/**
 * Headings of templates, and questions of forms. They say the same in every issue of a tracker.
 */
const templateHeading =
  /^(?:(?:please )?(?:describe|tell us|explain|provide|check|confirm|read)\b.{0,80}|(?:the )?(?:bug|issue|problem|feature)(?: (?:description|report|request|summary))?|description|summary|overview|details|what happened|what is the (?:current|expected) behaviou?r|(?:the )?(?:steps? to|how to|to|minimal|code to)? ?(?:reproduc\w*|repro)(?: (?:steps|code|case|example|script|url|link))?|steps?(?: taken)?|(?:minimal )?(?:complete )?(?:verifiable )?(?:code )?(?:example|sample|snippet)s?|(?:expected|actual|current|observed|desired|correct)(?: (?:behaviou?r|results?|output|outcome))?(?: .{0,40})?|(?:additional|more|further|other|any other) (?:context|information|info|details|notes?|comments?)(?:[ /].{0,40})?|screenshots?|logs?(?: output)?|relevant log output|(?:full |your )?(?:stack ?trace|traceback|error(?: message| log)?)|(?:possible|proposed|suggested) (?:solution|fix|implementation)|motivation|context|background|use cases?|alternatives?(?: .{0,40})?|describe .{0,60}|self-service|checklist|prerequisites?|tasks?|who can help|no response|n\/a|none|version and installation method|(?:have you|has this|did you|is there|are you|would you|can you|do you)\b.{0,100}\??|acknowledge?ments?|code of conduct|.{0,30}checks?|information|what (?:steps|happens|did you|do you|were you|went) ?.{0,60}|is your .{0,80}|how did you .{0,60}|question)[?:.]?$/i;

const environmentHeading =
  /^(?:.{0,30}\b)?(?:environment|versions?(?: .{0,30})?|system info(?:rmation)?|platform|specifications?|setup|your environment|system details|versions? of .{0,40}|operating system|os|installed versions?|pip freeze|dependencies|browsers?|python version|your configuration)(?: (?:details|info(?:rmation)?))?(?: .{0,30})?[?:.]?$/i;

/** What a heading or a label says: the form that it is from, the environment, or something of its own. */
export function headingKind(line: string): 'template' | 'environment' | undefined {
  if (line.length > 200) return undefined;
  const label = labelOf(line);
  if (label === '' || label.length > 120) return undefined;
  if (label.split(' ').length <= 6 && environmentHeading.test(label)) return 'environment';
  return templateHeading.test(label) ? 'template' : undefined;
}

/** Is this line typed as a heading: `# x`, `**x**`, `h3. x`, `x:`, or a bare word of a form? */
export function isHeading(line: string): boolean {
  const text = line.trim();
  if (text.length === 0 || text.length > 140) return false;
  return (
    /^#{1,6} ?\S|^h[1-6]\. |^={2,6} .{1,120} ={2,6}$|^[*_]{2,3}[^*_].{0,120}[*_:]{2,4}$/.test(text) ||
    (text.endsWith(':') && text.length < 62 && /^\w/.test(text))
  );
}

/** The words of a heading, without its marks. */
function labelOf(line: string): string {
  const label = line.trim().replace(/^(?:[#>*_=\s-]|h[1-6]\.|\d{1,2}\.)+/, '');
  let end = label.length;
  while (end > 0 && '#*_=: '.includes(label.charAt(end - 1))) end--;
  const note = label.charAt(end - 1) === ')' ? label.lastIndexOf('(', end) : -1;
  return label
    .slice(0, note > 0 ? note : end)
    .trim()
    .toLowerCase();
}

/** `- OS: Windows 11`, `numpy==1.2`, `python : 3.9.1`, `* Node.js Version: 16.13`. */
export function isVersionLine(line: string): boolean {
  const text = start(line)
    .replace(/^[-*•|] ?/, '')
    .replace(/\*\*/g, '');
  if (text.length > 120) return false;
  return (
    /^[\w@./-]{1,60}(?:==| {2,}|: {0,8}|@| : | - | )v?\d+(?:\.\w+){1,4}[\w.+-]*[,;]?$/.test(text) ||
    /^\w[\w ]{0,20}: uname_result\(/.test(text) ||
    /^[\w.&/() -]{0,40}(?:\bversions?\b|\bOS\b|\boperating system\b|\bplatform\b|\bbrowser\b|\bkernel\b|\barchitecture\b)[\w&/() -]{0,40}[:=] {0,3}.{0,80}$/i.test(
      text,
    )
  );
}

/** A label with a short value, as in a list of versions. */
export function isLabelledValue(line: string): boolean {
  const text = start(line).replace(/^[-*•|] ?/, '');
  return text.length <= 140 && (/^[^:=]{1,50} ?[:=]/.test(text) || text.split(' ').length <= 8);
}

/** `- [x] I searched the tracker`, `![screenshot](…)`, a line of dashes, a row of a table's frame. */
export function isDecoration(line: string): boolean {
  const text = start(line);
  return (
    /^[-*+] \[[ xX]?\]/.test(text) ||
    /^!\[[^\]]{0,200}\]\([^)]{0,380}\)?\.?$/.test(text) ||
    /^<(?:img|video|br|hr|\/?details|\/?p|\/?div|\/?summary)\b[^>]{0,390}>?$/i.test(text) ||
    /^[-=*_~^+|: ]{3,}$/.test(text) ||
    /^_?no response_?$|^\(last modified by .{1,80}\)$|^on .{8,120} wrote:$/i.test(text) ||
    isMostlySigns(text)
  );
}

/** Rows of numbers and frames of tables. */
function isMostlySigns(text: string): boolean {
  if (text.length < 24) return false;
  let letters = 0;
  // Everything above ASCII counts as a letter.
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127 || (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) letters++;
  }
  return letters * 4 < text.length;
}

/** One pattern of all with the same flags, which is several times faster than trying one after the other. */
function oneOf(patterns: readonly RegExp[]): RegExp[] {
  const flags = [...new Set(patterns.map((one) => one.flags))];
  return flags.map((flag) => {
    const same = patterns.filter((one) => one.flags === flag);
    return new RegExp(same.map(({ source }) => source).join('|'), flag);
  });
}

function start(line: string): string {
  const cut = line.length > 2 * maxSignLength ? line.slice(0, 2 * maxSignLength) : line;
  return cut.trim().slice(0, maxSignLength);
}
