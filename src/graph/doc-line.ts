/** The first line of a definition's documentation: of the comment above it, or of the string that its body begins with. */

const maxLength = 160;

/** Marks of comments at the start of a line, and at its end. */
const opening = /^\s*(?:\/\*[*!]*|\*+(?!\/)|\/\/[/!]*|#+|--+|;+|%+|"""|''')\s?/;
const closing = /\s*(?:\*+\/|"""|''')\s*$/;
const isComment = /^\s*(?:\/\/|\/\*|\*|#(?!\[|include|define|if|endif|else|pragma)|--|;|%)/;

export function firstDocLine(text: string, start: number, signatureEnd: number): string | undefined {
  return commentAbove(text, start) ?? docstringAfter(text, signatureEnd);
}

function commentAbove(text: string, start: number): string | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lines: string[] = [];
  for (let end = lineStart - 1; end > 0; ) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(from, end);
    if (!isComment.test(line)) break;
    lines.push(line);
    end = from - 1;
  }
  return firstSentence(lines.reverse());
}

function docstringAfter(text: string, signatureEnd: number): string | undefined {
  const after = /^\s*:?\s*[rRuU]?("""|''')([\s\S]{0,400})/.exec(text.slice(signatureEnd, signatureEnd + 500));
  return after ? firstSentence((after[2]?.split(after[1] ?? '"""')[0] ?? '').split('\n')) : undefined;
}

function firstSentence(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const words = line.replace(opening, '').replace(closing, '').trim();
    // A line of dashes or a tag says nothing.
    if (!/\p{L}{2}/u.test(words) || words.startsWith('@')) continue;
    return words.length > maxLength ? `${words.slice(0, maxLength)}…` : words;
  }
  return undefined;
}
