import type { Language } from '../../languages/language';

/** A comment on a line of its own. */
export function commentLine({ comment: [open, close] }: Pick<Language, 'comment'>, text: string): string {
  const mark = close.trim();
  // A closing mark inside would end the comment early.
  const safe = mark === '' ? text : text.split(mark).join('');
  return `${open}${safe}${close}`;
}
