/** Which counted definitions a chunk stands for. No `vscode` here, for tests. */
import type { DefinitionCounts } from '../../engine/service-protocol';

/** Those that begin in the lines of a chunk and are not inside another of them. */
export function countsInChunk(
  counts: readonly DefinitionCounts[],
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): DefinitionCounts[] {
  const here = counts.filter(({ line }) => startLine <= line && line <= endLine);
  return here.filter((inner, i) => !here.some((outer, j) => i !== j && encloses(outer, inner)));
}

function encloses(outer: DefinitionCounts, inner: DefinitionCounts): boolean {
  const isLarger = outer.endLine - outer.line > inner.endLine - inner.line;
  return isLarger && outer.line <= inner.line && inner.endLine <= outer.endLine;
}
