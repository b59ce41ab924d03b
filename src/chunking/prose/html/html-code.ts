/** Code in a page: the contents of `<pre>`, `<script>` and `<style>`. */
import { languageOfScript, languageOfStyle, languageOfTag } from './code-language';
import type { HtmlToken } from './html-tokens';

export interface HtmlCode {
  readonly end: number;
  readonly language?: string | undefined;
  readonly content?: { readonly start: number; readonly end: number };
}

/** `<pre>` up to its end tag, which starts at `close`. Has `content` only if there are no tags or entities in it. */
export function preformattedCode(text: string, tag: HtmlToken, close: number): HtmlCode {
  const end = close < text.length ? text.indexOf('>', close) + 1 || text.length : close;
  const inner = /\s*<code(?:\s[^<>]*)?>/iy;
  inner.lastIndex = tag.end;
  const code = inner.exec(text)?.[0] ?? '';
  const language = languageOfTag(text.slice(tag.start, tag.end)) ?? languageOfTag(code);
  const start = tag.end + code.length;
  const isWrapped = code !== '' && /<\/code>\s*$/i.test(text.slice(Math.max(start, close - 30), close));
  const contentEnd = isWrapped ? text.lastIndexOf('<', close - 1) : close;
  const content = text.slice(start, contentEnd);
  if (content === '' || /[<&]/.test(content)) return { end, language };
  const lead = /^\r?\n/.exec(content)?.[0].length ?? 0;
  return { end, language, content: { start: start + lead, end: contentEnd } };
}

/** A script or a style; undefined if it is empty or not code. */
export function embeddedCode(text: string, { name, start, end, raw }: HtmlToken): HtmlCode | undefined {
  if (!raw || text.slice(raw.start, raw.end).trim() === '') return undefined;
  const tag = text.slice(start, raw.start);
  const language = name === 'style' ? languageOfStyle(tag) : languageOfScript(tag);
  if (!language) return undefined;
  const lead = /^[ \t]*\r?\n/.exec(text.slice(raw.start, raw.start + 200))?.[0].length ?? 0;
  return { end, language, content: { start: raw.start + lead, end: raw.end } };
}
