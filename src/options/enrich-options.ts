/** Language models: which one is used, how, for which files, and how many tokens it may spend. */
import { choice, decimal, integer, list, text, toggle } from './option';

export const enrichOptions = {
  provider: choice({
    default: 'editor',
    values: {
      editor: 'A model of VS Code, such as one of Copilot; you choose which.',
      ollama: 'A model served by Ollama.',
      openai: 'A server with an OpenAI-compatible chat API.',
      anthropic: 'Claude, at Anthropic.',
      gemini: 'Gemini, at Google.',
      cohere: 'Command, at Cohere.',
      mistral: 'A model of Mistral, at Mistral.',
    },
    setting: { id: 'enrich.provider', scope: 'machine' },
    description:
      'The language model for **Run Prompt over Chunks…** and **Write Notes about Chunks…**. Nothing is sent before you run one of them and agree.',
  }),
  endpoint: text({
    default: '',
    setting: { id: 'enrich.endpoint', scope: 'machine' },
    flag: {
      name: 'endpoint',
      value: 'URL',
      defaultText: 'http://localhost:11434 for ollama, the own address of a named service',
    },
    description:
      'Address of the server. Empty: `http://localhost:11434` for Ollama, and the own address of a named service.',
    help: 'Address of the server',
  }),
  model: text({
    default: '',
    setting: { id: 'enrich.model', scope: 'machine' },
    flag: { name: 'model', value: 'M' },
    description: 'Name of the model on the server.',
  }),
  window: integer([512, 10_000_000], {
    setting: { id: 'enrich.window', scope: 'machine' },
    flag: { name: 'window', value: 'N', defaultText: 'the known size of the model, else 8192' },
    description:
      'Context window of the model in tokens, question and answer together. `null`: the known size of the model, else 8192.',
    help: 'Context window of the model in tokens, question and answer together',
  }),
  parallel: integer([1, 64], {
    default: 1,
    setting: { id: 'enrich.parallel', scope: 'machine' },
    flag: { name: 'parallel', value: 'N' },
    description: 'Requests at the same time.',
  }),
  budget: integer([1, 1e12], {
    setting: { id: 'enrich.budget', scope: 'machine' },
    flag: { name: 'budget', value: 'N', defaultText: 'no limit' },
    description: 'Max tokens that a run may spend, failed attempts included. `null`: no limit.',
    help: 'Max tokens to spend; the next run continues with the rest',
  }),
  template: text({
    default: '',
    setting: { id: 'enrich.template', scope: 'machine', isMultiline: true },
    description: 'The prompt for a note, with `{document}`, `{chunk}` and `{path}`. Empty: the default prompt.',
  }),
  prefix: text({
    default: '[Context] ',
    setting: { id: 'enrich.prefix', scope: 'machine' },
    flag: { name: 'prefix', value: 'TEXT' },
    description: 'Text put before each note.',
  }),
  documentLimit: integer([1000, 10_000_000], {
    default: 50_000,
    setting: { id: 'enrich.documentLimit', scope: 'machine' },
    flag: { name: 'document-chars', value: 'N' },
    description: 'Max characters of a document that are sent for a note, taken around the chunk.',
    help: 'Max characters of a document that are sent, taken around the chunk',
  }),
  keywords: toggle({
    setting: { id: 'enrich.keywords', scope: 'machine' },
    flag: { name: 'keywords' },
    description: 'Add search keywords to each note.',
  }),
  questions: toggle({
    setting: { id: 'enrich.questions', scope: 'machine' },
    flag: { name: 'questions' },
    description: 'Add questions that the chunk answers to each note.',
  }),
  // `fetch` itself gives up after five minutes.
  timeoutSeconds: integer([1, 300], {
    // Writing an answer takes longer than embedding a text.
    default: 180,
    setting: { id: 'enrich.timeout', scope: 'machine' },
    flag: { name: 'timeout', value: 'SECONDS' },
    description: 'Seconds to wait for an answer of a server, or for the next part of an answer of a VS Code model.',
    help: 'Seconds to wait for an answer',
  }),
  onError: choice({
    default: 'continue-on-error',
    values: {
      'continue-on-error': 'The chunk is listed, and the run continues with the others.',
      'fail-fast': 'The run ends; **Continue Run…** resumes it.',
    },
    setting: { id: 'enrich.onError', scope: 'machine' },
    flag: { name: 'on-error', value: 'MODE' },
    description: 'What **Run Prompt over Chunks…** does when the request for one chunk fails.',
    help: 'When the request for one chunk fails: continue-on-error (or continue) or fail-fast',
  }),
  mergeThreshold: decimal([0, 1], {
    default: 0.5,
    setting: { id: 'enrich.mergeThreshold', scope: 'machine' },
    flag: { name: 'merge', value: 'T' },
    description:
      'Records in the answers of a run that say the same are merged. Others with at least this share of their words in common refer to each other. 0: neither.',
    help: 'Merge records that say the same; others with this share of words in common refer to each other; 0 does neither',
  }),
  include: list({
    setting: { id: 'enrich.include' },
    description: 'Globs of the indexed files that get notes. If empty: all of them.',
  }),
  exclude: list({
    setting: { id: 'enrich.exclude' },
    description: 'Globs of indexed files that get no notes.',
  }),
};
