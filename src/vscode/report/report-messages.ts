/**
 * What the page "Index Report" and the extension say to each other. Shared by both, so neither `vscode` nor the DOM is known here.
 * Texts come localised and ready to show: the page has no words of its own.
 */
export type ReportToExtension =
  | { readonly is: 'ready' }
  | { readonly is: 'copy' }
  | { readonly is: 'refresh' }
  /** A path of a folder, which may be a folder itself. */
  | { readonly is: 'open'; readonly root: string; readonly path: string };

export type ReportToPage = { readonly is: 'working' } | ({ readonly is: 'report' } & ReportContents);

export interface ReportContents {
  readonly title: string;
  readonly copy: string;
  readonly refresh: string;
  /** Instead of folders, where there is nothing to report. */
  readonly nothing?: string;
  readonly folders: readonly ReportFolder[];
}

export interface ReportFolder {
  readonly root: string;
  readonly name: string;
  readonly state: string;
  /** Why there are no numbers. */
  readonly problem?: string;
  readonly facts: readonly ReportFact[];
  readonly lists: readonly PathList[];
  readonly tables: readonly ReportTable[];
  readonly histogram?: ReportHistogram;
}

export interface ReportFact {
  readonly name: string;
  readonly value: string;
}

/** Reasons with the paths they are about. */
export interface PathList {
  readonly title: string;
  readonly summary: string;
  readonly groups: readonly PathGroup[];
}

export interface PathGroup {
  readonly name: string;
  readonly count: string;
  readonly paths: readonly { readonly path: string; readonly message: string }[];
  /** How many more there are; empty where all are shown. */
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
