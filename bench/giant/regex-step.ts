/**
 * `regex-step.cjs INDEX FOLDER`: searches the source of the Linux kernel for regular expressions, and compares the lines with those
 * that ripgrep finds in the indexed files.
 */
import { spawnSync } from 'node:child_process';
import { IndexReader } from '../../src/index/file/index-reader';
import { parseQuery } from '../../src/search/query/query';
import { searchRegexes } from '../../src/search/regex/regex-search';
import { IndexView } from '../../src/search/view/index-view';
import { quantile, runStep, timedAsync } from '../index/cpu-time';

interface RegexResult {
  readonly expression: string;
  /** CPU ms: the middle of some runs. */
  readonly ms: number;
  readonly ripgrepMs: number;
  /** Files that were read, and those that match. */
  readonly read: number;
  readonly files: number;
  readonly lines: number;
  readonly isSame: boolean;
}

export interface RegexAnswers {
  readonly results: readonly RegexResult[];
  readonly p50: number;
  readonly p95: number;
}

const expressions = [
  'spin_lock_irqsave\\(&\\w+->wait',
  'retry.*timeout',
  'struct file_operations ext\\d',
  'nf_\\w+_hook_ops',
  'EXPORT_SYMBOL_GPL\\(tcp_',
  'tcp_v4_(rcv|connect)',
  'page_cache_ra_\\w+',
  'deadlock detected',
  'sysctl_\\w+_max',
  '\\bext4_mb_\\w+\\(',
  'ring_buffer_(lock|unlock)',
  'kfree_rcu\\(.*, rcu\\)',
  'container_of\\(\\w+, struct tcp_sock',
  'static int __init \\w+_proc_init',
  'copy_from_user\\(.*sizeof\\(',
  'xfs_\\w+_cursor\\b',
  'write_begin\\s*=',
  'goto out_free_\\w+',
  'WARN_ON_ONCE\\(.*rcu',
  'invalidate_mapping_pages',
];
const runs = 5;

runStep(async (indexFile = '', folder = ''): Promise<RegexAnswers> => {
  const opened = IndexReader.open(indexFile);
  if ('problem' in opened) throw new Error(opened.problem.message);
  const view = new IndexView(opened.index, folder);
  const indexed = new Set(view.paths());
  const results: RegexResult[] = [];
  for (const expression of expressions) {
    const { query } = parseQuery('', { filters: { regex: [expression] } });
    const ask = () => searchRegexes([view], query, async () => []);
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push((await timedAsync(ask))[1]);
    const answer = await ask();
    const lines = new Set(
      answer.rows.flatMap(({ segment, row, matches }) => {
        const path = view.segments[segment]?.chunk(row).path;
        return matches.map(({ line }) => `${path}:${line}`);
      }),
    );
    const other = ripgrep(expression, folder);
    const theirs = other.lines.filter((line) => indexed.has(line.slice(0, line.lastIndexOf(':'))));
    results.push({
      expression,
      ms: quantile(times, 0.5),
      ripgrepMs: other.ms,
      read: answer.read,
      files: new Set([...lines].map((line) => line.slice(0, line.lastIndexOf(':')))).size,
      lines: lines.size,
      isSame: theirs.length === lines.size && theirs.every((line) => lines.has(line)),
    });
  }
  const times = results.map(({ ms }) => ms);
  return { results, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
});

/** Its own time for everything that it reads, and `path:line` of each match. */
function ripgrep(expression: string, folder: string): { readonly ms: number; readonly lines: string[] } {
  const args = ['--no-ignore', '--line-number', '--no-heading', '-e', expression, '.'];
  const script = `rg "$@" | cut -d: -f1,2; times >&2`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'rg', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = Array.from(stderr.matchAll(/(\d+)m(\d+\.\d+)s/g), ([, m, s]) => 60 * Number(m) + Number(s));
  const lines = stdout.split('\n').filter(Boolean);
  return {
    ms: 1000 * seconds.slice(-2).reduce((sum, one) => sum + one, 0),
    lines: lines.map((line) => line.replace(/^\.\//, '')),
  };
}
