/** The language of results editors, and the scheme of those that are not saved; as package.json declares them. */
export const resultsLanguage = 'codegrain-results';
export const resultsScheme = 'codegrain-results';
