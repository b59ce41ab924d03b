/** The language of text without one: no syntax, no comments. */
import type { Language } from '../languages/language';

export const plainText: Language = {
  id: 'plaintext',
  name: 'Plain text',
  grammar: '',
  comment: ['', ''],
  structure: { definitions: {}, bodies: [], comments: [] },
};
