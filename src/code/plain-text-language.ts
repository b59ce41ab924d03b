/** Stands in for the language of plain text: no syntax, no comments. */
import type { Language } from '../languages/language';

export const plainTextLanguage: Language = {
  id: 'plaintext',
  name: 'Plain text',
  grammar: '',
  comment: ['', ''],
  structure: { definitions: {}, bodies: [], comments: [] },
};
