/**
 * Merges the answers of a run. Every list of objects with a `text` holds records: `type` (or else the list's name) groups them, `id`
 * identifies them within their answer, and `confidence` decides which of several records that say the same comes first; the others
 * are its sources. Every list of objects with `from` and `to` holds relations between records of the same answer; they follow the
 * merged records.
 */

import { answerField } from '../../embedding/server/endpoint';
import { enrichOptions } from '../../options/enrich-options';
import { isRecord } from '../../shared/is-record';
import { addToList } from '../../shared/maps';
import type { RunResult } from './run-store';
import { groupSimilar } from './similar-records';

interface SourcePlace {
  readonly chunk: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** One of the records that say the same. */
interface RecordSource extends SourcePlace {
  readonly id: string;
  readonly text: string;
  readonly confidence?: number;
  readonly fields?: Readonly<Record<string, unknown>>;
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
  /** All records that were merged into this one, in the order of confidence. */
  readonly sources: readonly RecordSource[];
  /** Ids of similar records of this type that may say something else. */
  readonly conflicts_with?: readonly string[];
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

/** Characters of a field's value, as JSON, that is a name, a number or a choice, and not a sentence. */
const maxValueLength = 40;

export async function mergeAnswers(
  results: Iterable<RunResult>,
  minShared = enrichOptions.mergeThreshold.default,
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
  const { joined, conflicts } = await groupSimilar(
    sorted.map((record) => ({ text: record.text, group: record.type, values: valuesOf(record) })),
    minShared,
    signal,
  );
  const groups = new Map<number, FoundRecord[]>();
  const idOf = new Map<string, string>();
  sorted.forEach((record, i) => {
    const first = joined[i] ?? i;
    addToList(groups, first, record);
    idOf.set(record.id, sorted[first]?.id ?? record.id);
  });
  const { moved, loose } = moveRelations(relations, idOf);
  const conflicting = new Map<number, string[]>();
  for (const [a, b] of conflicts) {
    addToList(conflicting, a, sorted[b]?.id ?? '');
    addToList(conflicting, b, sorted[a]?.id ?? '');
  }
  const kept = [...groups].flatMap(([first, group]) => mergedRecord(group, conflicting.get(first) ?? []));
  return { records: kept, relations: moved, found: records.length, loose };
}

function certainty(record: FoundRecord | undefined): number {
  return record?.confidence ?? 0;
}

function collect(result: RunResult, records: FoundRecord[], relations: FoundRelation[]): void {
  const { key, chunk, path, startLine, endLine, answer } = result;
  const source: SourcePlace = { chunk, path, startLine, endLine };
  const own = (id: unknown): string => `${key.slice(0, 12)}:${String(id)}`;
  const lists: (readonly [string, unknown])[] = isRecord(answer) ? Object.entries(answer) : [['record', answer]];
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

function mergedRecord(group: readonly FoundRecord[], conflicts: readonly string[]): MergedRecord[] {
  const [first] = group;
  if (!first) return [];
  const sources = group.map(({ source, id, text, confidence, fields }): RecordSource => {
    return { ...source, id, text, ...optional(confidence, fields) };
  });
  const { id, type, text, confidence, fields } = first;
  const said = { is: 'record' as const, id, type, text, ...optional(confidence, fields), sources };
  return [conflicts.length > 0 ? { ...said, conflicts_with: conflicts } : said];
}

function optional(confidence: number | undefined, fields: FoundRecord['fields']): Partial<RecordSource> {
  return { ...(confidence !== undefined && { confidence }), ...(Object.keys(fields).length > 0 && { fields }) };
}

/** Fields with a short value say something of their own; longer ones are about the text, and every source keeps its own. */
function valuesOf({ fields }: FoundRecord): string {
  const short = Object.entries(fields).filter(([, value]) => JSON.stringify(value).length <= maxValueLength);
  return JSON.stringify(short.sort(([a], [b]) => (a < b ? -1 : 1)));
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
