/**
 * Cheap check of a guessed language: does the text have the words that nearly every text in this language has? The model is just
 * as sure of itself with languages that it does not know, and to parse a text with the wrong grammar costs ten to a hundred times
 * what cutting it by lines costs. So a guess must pass this check before anything is parsed. It takes one pass over the head of
 * the text. docs/detection.md has the measurements.
 *
 * Words that are common in English or in other formats are left out, because comments and data would match: `in`, `default`.
 */

const cWords =
  'auto|bool|break|char|const|continue|double|else|enum|extern|float|goto|if|inline|int|long|return|short|signed|sizeof|static|' +
  'struct|switch|typedef|uint\\d+_t|int\\d+_t|size_t|union|unsigned|void|volatile|while';
const cppWords =
  'class|constexpr|delete|explicit|friend|namespace|noexcept|nullptr|operator|override|private|protected|public|std|' +
  'template|this|throw|typename|using|virtual';
const scriptWords =
  'await|async|break|case|catch|class|const|continue|else|export|extends|function|if|import|let|new|null|require|return|static|' +
  'switch|this|throw|try|typeof|undefined|var|while';
const typeWords = 'any|boolean|enum|implements|interface|number|private|public|readonly|string|type|unknown|void';

function words(list: string): RegExp {
  return new RegExp(`\\b(?:${list})\\b`, 'g');
}

/** Formats without words of their own are told by what their lines look like; those not listed always pass. */
const marks: Readonly<Record<string, RegExp>> = {
  c: words(cWords),
  clojure: /\((?:def\w*|defn-?|fn|let|ns|if|when|require|:require|->>?|map|assoc|is|cond|do|loop|recur)(?=[\s)])/g,
  cpp: words(`${cWords}|${cppWords}`),
  csharp: words(
    `abstract|async|await|base|bool|catch|class|const|else|enum|foreach|if|interface|internal|namespace|new|null|override|` +
      'private|protected|public|readonly|return|sealed|static|string|struct|this|throw|try|using|var|virtual|void|int',
  ),
  dart: words(
    'abstract|async|await|class|const|dynamic|else|extends|final|Future|if|implements|import|late|library|' +
      'mixin|null|override|part|required|return|static|String|super|switch|this|throw|try|var|void|while|Widget|int|bool',
  ),
  elixir: words('alias|def|defmodule|defp|defmacro|defstruct|do|end|fn|nil|require|unless|use|@\\w+'),
  erlang: /^-\w+\(|->|\bend\b|\bcase\b|\bof\b|\bfun\b/gm,
  go: words(
    'chan|const|defer|else|error|fmt|func|go|if|import|int|interface|map|nil|package|range|return|select|string|struct|' +
      'switch|type|var|bool|byte',
  ),
  groovy: words(
    'assert|boolean|catch|class|def|else|extends|final|if|implements|import|int|new|null|package|private|public|' +
      'return|static|String|this|throw|try|void|while|plugins|dependencies|apply|task|repositories|implementation',
  ),
  haskell: /::|->|<-|\b(?:module|where|import|data|newtype|instance|deriving|let|case|qualified|otherwise)\b/g,
  java: words(
    'abstract|boolean|byte|catch|char|class|double|else|enum|extends|final|if|implements|import|int|interface|long|new|' +
      'null|package|private|protected|public|return|static|String|super|switch|this|throw|throws|try|void|while',
  ),
  javascript: words(scriptWords),
  julia: words(
    'abstract|begin|const|else|elseif|end|export|function|if|import|let|macro|module|mutable|nothing|return|struct|' +
      'using|where|while|Int\\d*|Float\\d*|String|Vector',
  ),
  kotlin: words(
    'class|companion|data|else|fun|if|import|interface|internal|null|object|override|package|private|public|return|' +
      'sealed|String|Int|Boolean|suspend|this|throw|try|typealias|val|var|when|while',
  ),
  commonlisp:
    /\((?:def(?:un|macro|var|parameter|method|generic|class|struct|package)|let\*?|setf|loop|lambda)(?=[\s)])/gi,
  fortran:
    /\b(?:subroutine|end (?:subroutine|function|do|if|module|program|type)|enddo|endif|implicit none|intent\(|real|integer|call|allocat\w+)\b/gi,
  matlab: /^[ \t]*(?:%|function\b|end\b|for\b|if\b)|;[ \t]*$|\.\^|\.\*|\bzeros\(|\bones\(/gm,
  lua: words('and|do|else|elseif|end|function|if|local|nil|not|or|repeat|require|return|self|then|until|while'),
  makefile: /^[^\s#=:][^\n#=]*:(?!=)|^[\w.-]+[ \t]*[:+?!]?=|^\t\S|\$\(/gm,
  ocaml: words(
    'begin|end|exception|fun|function|if|in|include|let|match|module|mutable|of|open|rec|sig|struct|then|type|val|' +
      'when|with',
  ),
  'objective-c':
    /@(?:interface|implementation|protocol|property|end|class|import|selector|autoreleasepool)\b|^[ \t]*#[ \t]*import\b|\bNS[A-Z]\w+/gm,
  perl: /\b(?:my|our|sub|use|package|elsif|unless|bless|shift|qw)\b|=~|->|;[ \t]*$/gm,
  php: /<\?(?:php|=)|\$\w+|->|\b(?:function|echo|public|class|return|namespace|use)\b/g,
  powershell:
    /\$[\w:]+[ \t]*=|\b[A-Z][a-z]+-[A-Z]\w+|\[[A-Za-z.]+\]\$|\bparam\b|[ \t]-(?:eq|ne|gt|lt|like|match|and|or|not)\b/g,
  python: words('assert|async|await|class|def|elif|else|except|False|import|lambda|None|raise|return|self|True|yield'),
  r: /<-|\bfunction\b|\blibrary\b|%>%|\bTRUE\b|\bFALSE\b|\bNULL\b|\bc\(|\bif\b|\bfor\b/g,
  ruby: words(
    'attr_\\w+|class|def|elsif|end|ensure|module|nil|puts|raise|require|require_relative|rescue|self|super|unless|yield',
  ),
  rust: words(
    'as|async|await|bool|const|crate|dyn|else|enum|fn|i\\d+|if|impl|let|match|mod|move|mut|pub|ref|return|self|Self|str|' +
      'String|struct|super|trait|type|u\\d+|unsafe|use|usize|Vec|where|while|Some|None|Ok|Err|Option|Result',
  ),
  scala: words(
    'case|class|def|else|extends|final|if|implicit|import|lazy|match|new|object|override|package|private|protected|' +
      'sealed|String|Int|this|throw|trait|try|type|val|var|with|yield|given|using',
  ),
  shellscript:
    /\$[\w({]|\b(?:if|then|fi|else|elif|do|done|esac|echo|export|local|exit|function|return|test|set|cd)\b|^[A-Za-z_]\w*=/gm,
  sql: /\b(?:select|from|where|insert|into|values|create|table|update|set|delete|join|alter|index|primary|key|not|null|drop|view|begin|end|function|varchar|integer|text|int|default|grant|order|group)\b/gi,
  scss: /\$[\w-]+|@(?:mixin|include|use|forward|extend|if|else|each|function|return)\b|&[:.\-\s]|^[ \t]*\/\/|^[ \t]+[^\n{};:]+\{/gm,
  swift: words(
    'as|async|await|case|class|deinit|else|enum|extension|false|final|func|guard|if|import|in|init|inout|internal|let|' +
      'nil|override|private|protocol|public|return|self|Self|static|String|struct|super|switch|throws|try|typealias|var|where|Int|Bool',
  ),
  typescript: words(`${scriptWords}|${typeWords}`),
  typescriptreact: /<\/|\/>/g,
  xml: /<\/[\w:]|\/>/g,
};

/** Marks of these are so clear that two are enough; the others need one for every twenty lines too. */
const clearMarks = new Set(['objective-c', 'scss', 'typescriptreact', 'xml']);
const minMarks = 2;
const linesPerMark = 20;

/** Lines that are neither blank nor, in most languages, comments. */
const codeLine = /^[ \t]*[^\s#*/;%"<-]/gm;

/** False if the text cannot be in the language. True says little: the text must still parse. */
export function hasMarksOf(language: string, head: string): boolean {
  const pattern = marks[language];
  if (!pattern) return true;
  const lines = clearMarks.has(language) ? 0 : countUpTo(Number.POSITIVE_INFINITY, codeLine, head);
  const needed = Math.max(minMarks, lines / linesPerMark);
  return countUpTo(needed, pattern, head) >= needed;
}

function countUpTo(limit: number, pattern: RegExp, text: string): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (count < limit && pattern.test(text)) count++;
  return count;
}
