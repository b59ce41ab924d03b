/** The report of bench/giant-editor.ts. */
import { quantile } from '../index/cpu-time';
import type { MeasuredMemory } from './editor-memory';

export interface AskedQuestion {
  /** After consent. */
  readonly seconds: number;
  /** Until the view showed the answer. */
  readonly ms: number;
  readonly hits: number;
  /** What the view said about the index. */
  readonly notice: string;
  /** Of all processes. */
  readonly megabytes: number;
}

export interface EditorRun {
  readonly asked: readonly AskedQuestion[];
  readonly readySeconds: number;
  readonly memory: MeasuredMemory;
}

/** Rows of the table that shows how it went. */
const shownRows = 12;

export function editorReport(about: string, folder: string, { asked, readySeconds, memory }: EditorRun): string {
  const withHits = asked.filter(({ hits }) => hits > 0);
  const times = (some: readonly AskedQuestion[]): string => {
    const ms = some.map((one) => one.ms);
    return [quantile(ms, 0.5), quantile(ms, 0.95), Math.max(0, ...ms)].map((one) => one.toFixed(0)).join(' / ');
  };
  const isReady = ({ seconds }: AskedQuestion): boolean => seconds >= readySeconds;
  const every = Math.max(1, Math.ceil(withHits.length / shownRows));
  return `# A giant folder in VS Code

${about}

${folder} in a real VS Code with the packaged extension, from nothing. A question is typed every few seconds while it is indexed; an answer
is there when the view shows it. Memory is resident memory of the index service and its parse workers, in MB.

|  |  |
| --- | ---: |
| first hits after consent, s | ${withHits[0]?.seconds.toFixed(1) ?? '–'} |
| the index is whole and compacted, s | ${readySeconds.toFixed(0)} |
| answers meanwhile, ms: median / p95 / slowest | ${times(withHits.filter((one) => !isReady(one)))} |
| answers after that | ${times(withHits.filter(isReady))} |
| memory of all processes at its most | ${memory.most.sum} (${memory.most.parts}) |
| memory 20 s after it was ready | ${memory.last.sum} (${memory.last.parts}) |
${[...memory.highest].map(([kind, highest]) => `| most of one process: ${kind} | ${highest} |`).join('\n')}

| s | answer, ms | memory | the view says |
| ---: | ---: | ---: | --- |
${withHits
  .filter((_, i) => i % every === 0 || i === withHits.length - 1)
  .map((one) => `| ${one.seconds.toFixed(0)} | ${one.ms.toFixed(0)} | ${one.megabytes} | ${one.notice} |`)
  .join('\n')}
`;
}
