/** The languages and formats that the option `language` takes. */
import { proseFormatNames } from '../chunking/prose/prose-format-names';
import { languages } from '../languages/registry';

/** Sorted by name. */
export const webLanguages: readonly { readonly id: string; readonly name: string }[] = [
  ...new Map([...languages, ...proseFormatNames].map(({ id, name }) => [id, { id, name }])).values(),
].sort((a, b) => a.name.localeCompare(b.name, 'en'));
