/** Says to which stage of indexing a sample of a processor profile belongs: that of the nearest function in a file of a known stage. */

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** What `Profiler.stop` of Node's inspector answers. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
}

/** The first rule whose text is in the path of a source file applies. */
const rules = [
  ['src/workspace/', 'read, decode, hash'],
  ['src/languages/detect-language', 'detect the language'],
  ['src/languages/guess-language', 'detect the language'],
  ['src/languages/language-m', 'detect the language'],
  ['src/syntax/choose-reader', 'parse'],
  ['src/syntax/grammar', 'parse'],
  ['web-tree-sitter', 'parse'],
  ['src/code/identify', 'outline of the tree'],
  ['src/code/file-parts', 'outline of the tree'],
  ['src/code/cut', 'cut'],
  ['src/code/sentences', 'prose'],
  ['src/prose', 'prose'],
  ['src/code/links', 'links of the graph'],
  ['src/code/uses', 'names and context'],
  ['src/code', 'records'],
  ['src/engine/workers/chunker', 'records'],
  ['src/tokens', 'tokens'],
  ['src/embedding', 'vectors'],
  ['src/index/vectors', 'vectors'],
  ['src/engine/workers/segment-vectors', 'vectors'],
  ['src/index/terms', 'words'],
  ['src/index/lexical', 'words'],
  ['src/index', 'encode'],
] as const;

const garbage = 'collect garbage';
const others = 'other';

/** In the order of the table; the last is what other threads of the process do. */
export const stages: readonly string[] = [
  ...new Set(rules.map(([, stage]) => stage)),
  garbage,
  others,
  'compile and collect in other threads',
];

/**
 * The share of each stage in the samples. Their number, not the time between them: while other processes run, that says nothing.
 * @param fileOf the source file of a line of the bundle.
 */
export function shareByStage(profile: CpuProfile, fileOf: (url: string, line: number) => string): Map<string, number> {
  const parents = new Map<number, number>();
  const nodes = new Map<number, ProfileNode>();
  for (const node of profile.nodes) {
    nodes.set(node.id, node);
    for (const child of node.children ?? []) parents.set(child, node.id);
  }
  const known = new Map<number, string | undefined>();
  const stageOf = (id: number): string | undefined => {
    if (known.has(id)) return known.get(id);
    const stage = ownStage(nodes.get(id), fileOf) ?? stageOfParent(id);
    known.set(id, stage);
    return stage;
  };
  const stageOfParent = (id: number): string | undefined => {
    const parent = parents.get(id);
    return parent === undefined ? undefined : stageOf(parent);
  };
  const busy = (profile.samples ?? []).filter((id) => nodes.get(id)?.callFrame.functionName !== '(idle)');
  const shares = new Map<string, number>();
  for (const id of busy) {
    const stage = stageOf(id) ?? others;
    shares.set(stage, (shares.get(stage) ?? 0) + 1 / busy.length);
  }
  return shares;
}

function ownStage(node: ProfileNode | undefined, fileOf: (url: string, line: number) => string): string | undefined {
  if (!node) return undefined;
  const { functionName, url, lineNumber } = node.callFrame;
  if (functionName === '(garbage collector)') return garbage;
  const file = fileOf(url, lineNumber);
  return rules.find(([part]) => file.includes(part))?.[1];
}
