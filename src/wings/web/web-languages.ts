/** The languages and formats that the option `language` takes. */

import { languages } from '../../languages/registry';
import { proseFormatNames } from '../../prose/prose-format-names';

/** Sorted by name. */
export const webLanguages: readonly { readonly id: string; readonly name: string }[] = [
  ...new Map([...languages, ...proseFormatNames].map(({ id, name }) => [id, { id, name }])).values(),
].sort((a, b) => a.name.localeCompare(b.name, 'en'));
