/**
 * How right is the graph? Compilers and language servers say what sampled uses of names mean in real repositories; our answers are
 * compared with theirs.
 *
 *     npm run bench:graph -- --sources DIR --cache DIR [--only python,go] [--misses]
 *     npm run bench:graph -- --cost FOLDER
 *
 * DIR of the sources has a checkout of each repository of graph/repositories.ts, as owner+name. The oracles' answers are kept in DIR
 * of the cache, one file per language and repository, so that they are asked once. An oracle that is missing and a repository that is
 * not there are named and left out. A run over everything writes bench/results/graph.md. `--misses` lists what we got wrong.
 * `--cost` measures what links add to indexing a folder, in time and size, and what a question costs, and writes bench/results/graph-cost.md.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { plainName } from './code-search/snapshot';
import { type GoldUse, readGold, writeGold } from './graph/gold-use';
import { graphTable, languageRow, repositoryRow } from './graph/graph-tables';
import { measureLinkCost } from './graph/link-cost';
import { answersOf } from './graph/our-answers';
import { isConfig, type Judged, judged } from './graph/repositories';
import { addScore, emptyScore, type Miss, scoreAnswers } from './graph/score-answers';
import { sourcePaths } from './graph/source-paths';

/** Uses of a language, over its repositories. */
const usesPerLanguage = 2000;

const method = `For each language, up to ${usesPerLanguage} uses in two or three repositories that the oracle resolves to a definition in the same repository: a
module-level definition or a member of a named type or object, behind all imports and re-exports. Imports, keys of literals, names of
arguments, locals, parameters and type parameters do not count. Precision: of the uses that we answer by the language's rules or by a
unique name, those where the oracle's definition is among the answers. Recall: of all sampled uses; also without those of data fields,
whose types have to be inferred. Overloads and, in C and C++, the
declaration and the definition of a function count as one.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sources: { type: 'string' },
      cache: { type: 'string' },
      only: { type: 'string' },
      misses: { type: 'boolean', default: false },
      cost: { type: 'string' },
    },
  });
  // Read before measuring, because the commit may change meanwhile.
  const run = describeRun();
  if (values.cost !== undefined) {
    const report = `# Cost of the graph\n\n${run}\n\n${await measureLinkCost(resolve(values.cost))}\n`;
    process.stdout.write(report);
    writeFileSync(productFile('bench', 'results', 'graph-cost.md'), report);
    return;
  }
  if (!values.sources || !values.cache) throw new Error('usage: --sources DIR --cache DIR, or --cost FOLDER');
  const only = values.only?.split(',');
  const chosen = judged.filter(({ language }) => only?.includes(language) ?? true);
  const rows: string[][] = [];
  const notes: string[] = [];
  for (const each of chosen) {
    const sum = emptyScore();
    const byRepository: string[][] = [];
    for (const repository of each.repositories) {
      const root = join(resolve(values.sources), plainName(repository));
      const found = existsSync(root) ? await goldOf(each, repository, root, resolve(values.cache)) : 'no checkout';
      if (typeof found === 'string') {
        notes.push(`${repository} is left out: ${found}.`);
        continue;
      }
      const misses: Miss[] = [];
      const answers = await answersOf(root, await sourcePaths(root, (path) => each.files.test(path) || isConfig(path)));
      const score = scoreAnswers(found, answers, misses);
      addScore(sum, score);
      byRepository.push(repositoryRow(each, repository, score));
      if (values.misses) for (const miss of misses) process.stdout.write(`${missText(repository, miss)}\n`);
    }
    if (byRepository.length > 0) rows.push(languageRow(each, sum), ...byRepository);
  }
  const report = ['# The graph judged by compilers', run, method, graphTable(rows), ...notes].join('\n\n');
  process.stdout.write(`${report}\n`);
  if (!only && notes.length === 0) writeFileSync(productFile('bench', 'results', 'graph.md'), `${report}\n`);
}

/** From the cache, or from the oracle. A text says why there is none. */
async function goldOf(each: Judged, repository: string, root: string, cache: string): Promise<GoldUse[] | string> {
  const file = join(cache, `${each.language}-${plainName(repository)}.jsonl`);
  const cached = readGold(file);
  if (cached) return cached;
  const missing = each.missing();
  if (missing !== undefined) return `${each.oracle} is missing; ${missing}`;
  process.stderr.write(`asking ${each.oracle} about ${repository}…\n`);
  const gold = await each.gold(root, repository, Math.ceil(usesPerLanguage / each.repositories.length));
  writeGold(file, gold);
  return gold;
}

function missText(repository: string, { use, answer }: Miss): string {
  const said = answer ? `${answer.how}: ${answer.targets.map(placeText).join(' ')}` : 'no answer';
  return `${repository} ${use.path}@${use.offset} ${use.name} is ${use.kind} ${use.targets.map(placeText).join(' ')}; ${said}`;
}

function placeText({ path, line }: { readonly path: string; readonly line: number }): string {
  return `${path}:${line}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
