/** Texts from tables in the user's language. Elsewhere `l10n.t` gets a literal, which a test looks for; it knows these tables, too. */
import { l10n } from 'vscode';

export function localised(text: string): string {
  const { t } = l10n;
  return t(text);
}

export function localisedAll<Key extends string>(texts: Readonly<Record<Key, string>>): Record<Key, string> {
  const all = Object.entries<string>(texts).map(([key, text]) => [key, localised(text)]);
  return Object.fromEntries(all) as Record<Key, string>;
}
