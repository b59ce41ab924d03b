/** What a search can be limited to, and how it searches. The pages of the editor use these lists, too. */

/** The areas of a repository. Each chunk is in one of them. */
export const searchAreas = ['code', 'tests', 'docs'] as const;
export type SearchArea = (typeof searchAreas)[number];

export const searchModes = ['hybrid', 'semantic', 'keyword'] as const;
/** Words and meaning, meaning only, words only. */
export type SearchMode = (typeof searchModes)[number];
