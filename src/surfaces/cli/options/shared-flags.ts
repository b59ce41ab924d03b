/** Flags that several commands have and no setting of the editor corresponds to. */
import { choices, integer, list, type NumberOption, text, toggle } from '../../../options/option';
import type { SearchArea } from '../../../search/query/search-choices';

// Flags are written as in the help: `dir DIR`.

export function switchFlag(name: string, description: string) {
  return toggle({ flag: { name }, description });
}

/** @param defaultText what the help says instead of a default. */
export function textFlag(written: string, description: string, defaultText?: string) {
  return text({ flag: { ...flagOf(written), ...(defaultText !== undefined && { defaultText }) }, description });
}

export function listFlag(written: string, description: string) {
  return list({ flag: flagOf(written), description });
}

export function numberFlag(
  written: string,
  { default: byDefault, min, max }: Pick<NumberOption<number>, 'default' | 'min' | 'max'>,
  description: string,
) {
  return integer([min, max], { default: byDefault, flag: flagOf(written), description });
}

function flagOf(written: string) {
  const [name = '', value = ''] = written.split(' ');
  return { name, value };
}

export const jsonFlag = switchFlag('json', 'Print the summary as one JSON object.');

export const indexFlag = textFlag('index FILE', 'The index file.', 'DIR/.codegrain/index.cgx');

/** Of everything that prints hits. */
export const hitFlags = {
  limit: numberFlag('limit N', { default: 10, min: 1, max: 1000 }, 'Max hits.'),
  noParents: switchFlag(
    'no-parents',
    'Leave out parents. Otherwise the first hit of each parent names its lines, and has its text in JSON.',
  ),
  byParent: switchFlag('by-parent', 'One hit for each parent: its best chunk.'),
  only: choices<SearchArea>({
    default: [],
    values: {
      code: 'everything that is in neither of the others',
      tests: 'tests, fixtures and benchmarks, by their paths, their names and the configuration of test runners',
      docs: 'Markdown and other prose, and the folder of the documentation',
    },
    flag: { name: 'only', value: 'AREAS', defaultText: 'all' },
    description: 'Search only these areas, separated by commas.',
  }),
  json: switchFlag('json', 'Print one JSON array of hits.'),
  spans: switchFlag(
    'spans',
    'Print signatures and the lines that answer instead of whole chunks; `⋯ 12–30` stands for lines that are left out. Includes `--no-parents`.',
  ),
  budget: integer([50, 1_000_000], {
    flag: { name: 'budget', value: 'TOKENS', defaultText: 'no budget' },
    description:
      'Print spans of as many hits as fit, the best ones whole. Counted with `o200k_base`. Includes `--spans`; without `--limit`, up to 40 hits.',
  }),
  from: textFlag('from URL', 'Ask a database that `codegrain push` has filled.'),
};

/** Of everything that takes a question: the same filters as in the query language. */
export const filterFlags = {
  path: listFlag('path GLOB', 'Only these paths, as `path:` in the query; may be repeated.'),
  language: listFlag('language L', 'Only these languages, as `lang:` in the query; may be repeated.'),
  kind: listFlag('kind K', 'Only these kinds, as `kind:` in the query; may be repeated.'),
  regex: listFlag(
    'regex PATTERN',
    'Only chunks that match this regular expression, as `/PATTERN/` in the query; may be repeated.',
  ),
  plain: switchFlag(
    'plain',
    'Read the query as plain text: quotes, dashes and colons are no operators. Long and pasted texts always are.',
  ),
};
