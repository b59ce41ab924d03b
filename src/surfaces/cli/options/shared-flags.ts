/** Flags that several commands have and no setting of the editor corresponds to. */
import { enrichOptions } from '../../../options/enrich-options';
import { choice, choices, integer, list, text, toggle } from '../../../options/option';
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

export const databaseFlags = {
  repository: text({
    flag: { name: 'repository', value: 'NAME', defaultText: 'push: the name of the folder; search: all' },
    description: 'The repository in the database.',
  }),
  branch: text({
    flag: {
      name: 'branch',
      value: 'NAME',
      defaultText: 'push: the one that is checked out, else main; search: main, master or the one pushed last',
    },
    description: 'The branch in the database.',
  }),
  ca: text({
    flag: { name: 'ca', value: 'FILE' },
    description: 'Certificate authority of the server.',
  }),
};

/** Which language model is asked. The command line has no models of VS Code, so the provider must be named. */
export const chatFlags = {
  provider: text({
    flag: { name: 'provider', value: 'P', defaultText: 'required' },
    description:
      'Which server is asked: `ollama`, `openai` (any with its API), `anthropic`, `gemini`, `cohere` or `mistral`.',
  }),
  endpoint: enrichOptions.endpoint,
  model: enrichOptions.model,
  window: enrichOptions.window,
  timeoutSeconds: enrichOptions.timeoutSeconds,
  parallel: enrichOptions.parallel,
  budget: enrichOptions.budget,
  yes: toggle({
    flag: { name: 'yes', short: 'y' },
    description: 'Send without asking; needed where no one can be asked.',
  }),
};

/** `continue` is short for `continue-on-error`. */
export const onErrorFlag = choice({
  default: enrichOptions.onError.default,
  values: { ...enrichOptions.onError.values, continue: 'Short for `continue-on-error`.' },
  flag: { name: 'on-error', value: 'MODE' },
  description: enrichOptions.onError.description,
  help: 'When the request for one chunk fails: continue-on-error (or continue), or fail-fast',
});
