/** The areas of a repository that a search can be limited to. Each chunk is in one of them. */
export const searchAreas = ['code', 'tests', 'docs'] as const;
export type SearchArea = (typeof searchAreas)[number];
