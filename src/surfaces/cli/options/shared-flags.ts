/** Flags that several commands have and no setting of the editor corresponds to. */
import { choices, integer, list, text, toggle } from '../../../options/option';
import type { SearchArea } from '../../../search/query/search-choices';

export const jsonFlag = toggle({
  flag: { name: 'json' },
  description: 'Print the summary as one JSON object.',
});

export const indexFlag = text({
  flag: { name: 'index', value: 'FILE', defaultText: 'DIR/.codegrain/index.cgx' },
  description: 'The index file.',
});

/** Of everything that prints hits. */
export const hitFlags = {
  limit: integer({
    default: 10,
    min: 1,
    max: 1000,
    flag: { name: 'limit', value: 'N' },
    description: 'Max hits.',
  }),
  noParents: toggle({
    flag: { name: 'no-parents' },
    description:
      'Show chunks alone. Otherwise several chunks of one parent are one hit, which has the text of the parent.',
  }),
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
  json: toggle({ flag: { name: 'json' }, description: 'Print one JSON array of hits.' }),
  spans: toggle({
    flag: { name: 'spans' },
    description:
      'Print signatures and the lines that answer instead of whole chunks; `⋯ 12–30` stands for lines that are left out. Includes `--no-parents`.',
  }),
  budget: integer({
    min: 50,
    max: 1_000_000,
    flag: { name: 'budget', value: 'TOKENS', defaultText: 'no budget' },
    description:
      'Print spans of as many hits as fit, the best ones whole. Counted with `o200k_base`. Includes `--spans`; without `--limit`, up to 40 hits.',
  }),
  from: text({
    flag: { name: 'from', value: 'URL' },
    description: 'Ask a database that `codegrain push` has filled.',
  }),
};

/** Of everything that takes a question: the same filters as in the query language. */
export const filterFlags = {
  path: list({
    flag: { name: 'path', value: 'GLOB' },
    description: 'Only these paths, as `path:` in the query; may be repeated.',
  }),
  language: list({
    flag: { name: 'language', value: 'L' },
    description: 'Only these languages, as `lang:` in the query; may be repeated.',
  }),
  kind: list({
    flag: { name: 'kind', value: 'K' },
    description: 'Only these kinds, as `kind:` in the query; may be repeated.',
  }),
  regex: list({
    flag: { name: 'regex', value: 'PATTERN' },
    description: 'Only chunks that match this regular expression, as `/PATTERN/` in the query; may be repeated.',
  }),
  plain: toggle({
    flag: { name: 'plain' },
    description:
      'Read the query as plain text: quotes, dashes and colons are no operators. Long and pasted texts always are.',
  }),
};
