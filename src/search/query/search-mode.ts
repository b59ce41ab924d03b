export const searchModes = ['hybrid', 'semantic', 'keyword'] as const;
/** Words and meaning, meaning only, words only. */
export type SearchMode = (typeof searchModes)[number];
