/** Finds the language of code in an HTML page, from the attributes of the tags around it. */

/** `class="language-ts"`, `highlight-source-js`, `sourceCode python`, `brush: java`, `data-lang="go"`, `lang="c"`. */
export function languageOfTag(tag: string): string | undefined {
  if (!/class|data-lang|syntax/i.test(tag)) return undefined;
  const data = attribute(tag, 'data-lang') ?? attribute(tag, 'data-language') ?? attribute(tag, 'syntax');
  if (data) return data;
  const classes = attribute(tag, 'class');
  if (!classes) return undefined;
  const named =
    /(?:^|\s)(?:language|lang)-([^\s]+)/.exec(classes) ??
    /(?:^|\s)highlight-(?:source-|text-)?([^\s]+)/.exec(classes) ??
    /(?:^|\s)brush:\s*([^\s;]+)/.exec(classes) ??
    /(?:^|\s)sourceCode\s+([^\s]+)/.exec(classes) ??
    /(?:^|\s)(?:rust-example-rendered|rust)(?=\s|$)/.exec(classes);
  const language = named && (named[1] ?? 'rust');
  return language && !/^(?:none|default|plaintext|text|nohighlight|wrapper|html-basic)$/.test(language)
    ? language.replace(/^html-/, '')
    : undefined;
}

/** The language of a `<script>`, from its type; undefined for templates and other text that is not executed. */
export function languageOfScript(tag: string): string | undefined {
  const type = (attribute(tag, 'type') ?? attribute(tag, 'lang') ?? '').toLowerCase();
  if (/json|importmap|speculationrules/.test(type)) return 'json';
  if (/typescript|^tsx?$/.test(type)) return 'typescript';
  if (/^math\/|^x-shader|glsl/.test(type)) return type.startsWith('math') ? undefined : 'glsl';
  return type === '' || type === 'module' || /(?:java|ecma)script|babel|jsx?$/.test(type) ? 'javascript' : undefined;
}

export function languageOfStyle(tag: string): string {
  const declared = attribute(tag, 'lang') ?? attribute(tag, 'type') ?? '';
  return /scss|sass|less/i.exec(declared)?.[0].toLowerCase() ?? 'css';
}

/** The value of an attribute. Only the start of a tag is searched: tags are short unless their attributes contain data. */
function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`[\\s"']${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag.slice(0, 1000));
  return (match?.[1] ?? match?.[2] ?? match?.[3])?.trim() || undefined;
}
