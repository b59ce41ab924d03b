/**
 * Merges the answers of a run. Every list of objects with a `text` holds records: `type` (or else the list's name) groups them, `id`
 * identifies them within their answer, and `confidence` decides which of several similar records is kept. Every list of objects with
 * `from` and `to` holds relations between records of the same answer; they follow the merged records.
 */

import type { Embedder } from '../../embedding/embedder';
import { answerField } from '../../embedding/server/endpoint';
import { enrichOptions } from '../../options/enrich-options';
import type { RunResult } from './run-store';
import { groupSimilar } from './similar-records';

interface SourcePlace {
  readonly chunk: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** A chunk whose answer says the same. */
interface RecordSource extends SourcePlace {
  /** What the answer about this chunk says; the highest, if it says it more than once. */
  readonly confidence?: number;
}

interface MergedRecord {
  readonly is: 'record';
  readonly id: string;
  readonly type: string;
  readonly text: string;
  /** The highest of its sources. */
  readonly confidence?: number;
  /** The other fields of the record with the highest confidence. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Each chunk once. */
  readonly sources: readonly RecordSource[];
  /** Ids of all records that were merged into this one. */
  readonly merged: readonly string[];
}

interface MergedRelation {
  readonly is: 'relation';
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly sources: readonly SourcePlace[];
}

export interface MergedAnswers {
  readonly records: readonly MergedRecord[];
  readonly relations: readonly MergedRelation[];
  /** Number of records before merging. */
  readonly found: number;
  /** Number of relations to records that do not exist in their answer. */
  readonly loose: number;
}

interface FoundRecord {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly confidence: number | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly source: SourcePlace;
}

interface FoundRelation extends Pick<MergedRelation, 'from' | 'to' | 'type'> {
  readonly source: SourcePlace;
}

export async function mergeAnswers(
  results: Iterable<RunResult>,
  embedder: Embedder,
  threshold = enrichOptions.mergeThreshold.default,
  signal?: AbortSignal,
): Promise<MergedAnswers> {
  const records: FoundRecord[] = [];
  const relations: FoundRelation[] = [];
  const seen = new Set<string>();
  for (const result of results) {
    if (result.is !== 'answer' || seen.has(result.key)) continue;
    seen.add(result.key);
    collect(result, records, relations);
  }
  // The most certain records come first, because the first of several similar ones is kept.
  const order = [...records.keys()].sort((a, b) => certainty(records[b]) - certainty(records[a]) || a - b);
  const sorted = order.flatMap((at) => records[at] ?? []);
  const joined = await groupSimilar(
    sorted.map(({ type, text }) => ({ text, group: type })),
    threshold,
    embedder,
    signal,
  );
  const groups = new Map<number, FoundRecord[]>();
  const idOf = new Map<string, string>();
  sorted.forEach((record, i) => {
    const first = joined[i] ?? i;
    const group = groups.get(first);
    if (group) group.push(record);
    else groups.set(first, [record]);
    idOf.set(record.id, sorted[first]?.id ?? record.id);
  });
  const { moved, loose } = moveRelations(relations, idOf);
  return { records: [...groups.values()].flatMap(mergedRecord), relations: moved, found: records.length, loose };
}

function certainty(record: FoundRecord | undefined): number {
  return record?.confidence ?? 0;
}

function collect(result: RunResult, records: FoundRecord[], relations: FoundRelation[]): void {
  const { key, chunk, path, startLine, endLine, answer } = result;
  const source: SourcePlace = { chunk, path, startLine, endLine };
  const own = (id: unknown): string => `${key.slice(0, 12)}:${String(id)}`;
  const lists: (readonly [string, unknown])[] =
    Array.isArray(answer) || typeof answer !== 'object' || answer === null
      ? [['record', answer]]
      : Object.entries(answer);
  for (const [name, list] of lists) {
    if (!Array.isArray(list)) continue;
    for (const [i, each] of list.entries()) {
      const type = answerField(each, 'type');
      const text = answerField(each, 'text');
      const from = answerField(each, 'from');
      const to = answerField(each, 'to');
      if (typeof text === 'string' && text.trim() !== '') {
        const { id, confidence, type: _type, text: _text, ...fields } = { ...each };
        records.push({
          id: own(id ?? `${name}${i + 1}`),
          type: typeof type === 'string' ? type : name,
          text,
          confidence: typeof confidence === 'number' ? confidence : undefined,
          fields,
          source,
        });
      } else if (from !== undefined && to !== undefined) {
        const kind = typeof type === 'string' ? type : name;
        relations.push({ from: own(from), to: own(to), type: kind, source });
      }
    }
  }
}

function mergedRecord(group: readonly FoundRecord[]): MergedRecord[] {
  const [first] = group;
  if (!first) return [];
  const { id, type, text, confidence, fields } = first;
  return [
    {
      is: 'record',
      id,
      type,
      text,
      ...(confidence !== undefined && { confidence }),
      ...(Object.keys(fields).length > 0 && { fields }),
      // The group is in the order of confidence.
      sources: distinct(
        group.map(({ source, confidence: own }) => (own === undefined ? source : { ...source, confidence: own })),
      ),
      merged: group.map((record) => record.id),
    },
  ];
}

function moveRelations(
  relations: readonly FoundRelation[],
  idOf: ReadonlyMap<string, string>,
): { readonly moved: MergedRelation[]; readonly loose: number } {
  const byEnds = new Map<string, { from: string; to: string; type: string; sources: SourcePlace[] }>();
  let loose = 0;
  for (const { from, to, type, source } of relations) {
    const ends = [idOf.get(from), idOf.get(to)] as const;
    const [start, end] = ends;
    if (start === undefined || end === undefined) {
      loose++;
      continue;
    }
    // Both records were merged into one.
    if (start === end) continue;
    const key = JSON.stringify([start, end, type]);
    const known = byEnds.get(key) ?? { from: start, to: end, type, sources: [] };
    known.sources.push(source);
    byEnds.set(key, known);
  }
  const moved = [...byEnds.values()].map(
    ({ sources, ...rest }): MergedRelation => ({ is: 'relation', ...rest, sources: distinct(sources) }),
  );
  return { moved, loose };
}

/** Each chunk once; the first of several counts. */
function distinct<S extends SourcePlace>(sources: readonly S[]): S[] {
  const byChunk = new Map<string, S>();
  for (const source of sources) {
    const key = `${source.path}\0${source.chunk}`;
    if (!byChunk.has(key)) byChunk.set(key, source);
  }
  return [...byChunk.values()];
}
