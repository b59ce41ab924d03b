export const modes = ['hybrid', 'semantic', 'keyword'] as const;
/** By words and meaning, by meaning alone, by words alone. */
export type Mode = (typeof modes)[number];
