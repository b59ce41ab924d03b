export const searchModes = ['hybrid', 'semantic', 'keyword'] as const;
/** By words and meaning, by meaning alone, by words alone. */
export type SearchMode = (typeof searchModes)[number];
