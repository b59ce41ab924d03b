/** The unit of comparison: a top-level statement of a file and the module-level names it uses. */

/** `import`: bound by an import statement (or `require`). `global`: defined by the module itself. */
export type NameKind = 'import' | 'global';

export interface Unit {
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** 1-based, for the list of misses. */
  readonly line: number;
  /** Module-level names the compiler says the statement uses, without those it binds itself. */
  readonly uses: ReadonlyMap<string, NameKind>;
  /** Module-level names it binds. */
  readonly binds: ReadonlySet<string>;
}
