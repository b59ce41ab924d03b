/**
 * Measures whether a result names the right definition. Many chunks hold several definitions; each question here is the doc comment of
 * one of them, without the words of its name, so the right chunk alone does not say which definition is meant.
 *
 *     npm run bench:places -- --snapshots DIR --clones DIR [--show N]
 *
 * The repositories (places/place-questions.ts) belong to no set of questions. DIR of the clones has or gets a clone of each,
 * owner+name; DIR of the snapshots gets their files and indexes. `--show N` prints the first N wrong names of each repository. The
 * table is kept in bench/results/places.md.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Hit } from '../src/search/hits/hit';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { type PlaceQuestion, placeRepositories, questionsOf, trialQuestions } from './places/place-questions';
import { makeSnapshots } from './search/make-snapshots';
import { type OpenSnapshot, Snapshots } from './search/snapshots';

/** The right chunk must be among so many hits. */
const readHits = 5;
const goals = { named: 0.97, jump: 0.99, lines: 0.95 };

interface Answered {
  readonly question: PlaceQuestion;
  /** Is the right chunk among the first hits? All else counts only then. */
  readonly isFound: boolean;
  readonly isNamed: boolean;
  readonly isJumpInside: boolean;
  readonly shown: number;
  readonly shownInside: number;
  readonly was: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { snapshots: { type: 'string' }, clones: { type: 'string' }, show: { type: 'string', default: '0' } },
  });
  if (!values.snapshots || !values.clones) throw new Error('usage: --snapshots DIR --clones DIR [--show N]');
  const snapshots = await Snapshots.in(values.snapshots);
  const run = describeRun();
  makeSnapshots(placeRepositories, snapshots, values.clones);
  const rows: string[] = [];
  const all: Answered[] = [];
  for (const repository of placeRepositories) {
    if (!snapshots.isReady(repository)) continue;
    const open = await snapshots.open(repository);
    const folder = snapshots.folderOf(repository);
    const questions = [...(await questionsOf(folder)), ...trialQuestions(repository.repository)];
    const answered: Answered[] = [];
    for (const question of questions) answered.push(await answer(open, question));
    open.close();
    all.push(...answered);
    rows.push(rowOf(repository.repository, answered));
    const wrong = answered.filter(({ isFound, isNamed }) => isFound && !isNamed);
    for (const { question, was } of wrong.slice(0, Number(values.show)))
      process.stdout.write(`${question.path}:${question.line} ${question.name} was ${was}: ${question.text}\n`);
  }
  if (all.length === 0) throw new Error('no repository is ready');
  const table = [
    '| repository | questions | right chunk in five | right name | … and jump inside it | jump inside the right one | shown lines inside it |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    rowOf('**all**', all),
    `| to reach | ≥ 300 |  | ≥ ${goals.named} | ≥ ${goals.jump} |  | ≥ ${goals.lines} |`,
  ].join('\n');
  process.stdout.write(`${table}\n`);
  writeFileSync(productFile('bench', 'results', 'places.md'), `# Places measured\n\n${run}\n\n${method}\n\n${table}\n`);
}

const method = `A question is the doc comment of a definition in a chunk that holds several, without the words of its name. "Right chunk in five":
one of the first five hits is in the chunk with the definition. The other columns count those questions alone, by the first such hit:
whether it names the definition, whether its line is inside it (with the comment above it) if it does and in all, and which share of
the lines shown is inside it.
In brackets: the 95 % interval of the mean over questions (normal approximation).`;

function hasLine({ startLine, endLine }: Pick<Hit, 'startLine' | 'endLine'>, line: number): boolean {
  return startLine <= line && line <= endLine;
}

async function answer({ searcher }: OpenSnapshot, question: PlaceQuestion): Promise<Answered> {
  const { hits } = await searcher.search(question.text, { limit: readHits });
  const { path, name, line, from, to } = question;
  const isInside = (each: number): boolean => from <= each && each <= to;
  const hit = hits.find((each) => each.path === path && hasLine(each.chunk ?? each, line));
  if (!hit) return { question, isFound: false, isNamed: false, isJumpInside: false, shown: 0, shownInside: 0, was: '' };
  const shown = shownLines(hit);
  return {
    question,
    isFound: true,
    isNamed: hit.symbol === name,
    isJumpInside: isInside(hit.line),
    shown: shown.length,
    shownInside: shown.filter(isInside).length,
    was: hit.symbol,
  };
}

function shownLines({ spans }: Hit): number[] {
  return spans.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

function rowOf(name: string, answered: readonly Answered[]): string {
  const found = answered.filter(({ isFound }) => isFound);
  const cells = [
    share(answered, ({ isFound }) => Number(isFound)),
    share(found, ({ isNamed }) => Number(isNamed)),
    share(
      found.filter(({ isNamed }) => isNamed),
      ({ isJumpInside }) => Number(isJumpInside),
    ),
    share(found, ({ isJumpInside }) => Number(isJumpInside)),
    share(found, ({ shown, shownInside }) => (shown === 0 ? 1 : shownInside / shown)),
  ];
  return `| ${name} | ${answered.length} | ${cells.join(' | ')} |`;
}

/** Half the width of a 95 % interval, in standard errors. */
const interval = 1.96;

function share(answered: readonly Answered[], read: (one: Answered) => number): string {
  const values = answered.map(read);
  if (values.length === 0) return '';
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return `${mean.toFixed(3)} (±${(interval * Math.sqrt(variance / values.length)).toFixed(3)})`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
