/**
 * The messages between the page "Index Report" and the extension. Both import this file, so it uses neither `vscode` nor the DOM.
 * All texts are sent localised and ready to show: the page has none of its own.
 */
export type ReportToExtension =
  | { readonly is: 'ready' }
  | { readonly is: 'copy' }
  | { readonly is: 'refresh' }
  /** `path` is a file or folder below `root`. */
  | { readonly is: 'open'; readonly root: string; readonly path: string };

export type ReportToPage = { readonly is: 'working' } | ({ readonly is: 'report' } & ReportContents);

export interface ReportContents {
  readonly title: string;
  readonly copy: string;
  readonly refresh: string;
  /** Why there is no index to report on. */
  readonly noIndexReason?: string;
  readonly folders: readonly ReportSection[];
}

export interface ReportSection {
  readonly root: string;
  readonly name: string;
  readonly state: string;
  /** What is wrong with the index. */
  readonly problem?: string;
  readonly facts: readonly ReportFact[];
  readonly lists: readonly PathList[];
  readonly tables: readonly ReportTable[];
  readonly histogram?: ReportHistogram;
}

export type ReportFact = { readonly name: string; readonly value: string };

/** Paths, grouped by reason. */
export interface PathList {
  readonly title: string;
  readonly summary: string;
  readonly groups: readonly PathGroup[];
}

export interface PathGroup {
  readonly name: string;
  readonly count: string;
  readonly paths: readonly { readonly path: string; readonly message: string }[];
  /** How many more paths there are; empty if all are listed. */
  readonly more: string;
}

export interface ReportTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ReportHistogram {
  readonly title: string;
  readonly bars: readonly { readonly range: string; readonly count: string; readonly share: number }[];
}
