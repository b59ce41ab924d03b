/**
 * What is known about models by their names: the prefixes they were trained with for queries and for passages, and how many tokens
 * they read. Without its prefix a model still works, but finds less. Settings override these values.
 *
 * Our counter uses another vocabulary than the model, which may find more tokens in code: so models with 512 tokens get 400.
 */

interface ModelDefaults {
  readonly query: string;
  readonly passage: string;
  readonly tokens: number;
}

const sentencePrefix = 'Represent this sentence for searching relevant passages: ';
const codePrefix = 'Represent this query for searching relevant code: ';
const fallback: ModelDefaults = { query: '', passage: '', tokens: 2048 };

/** The first rule whose family occurs in the name is used, so longer names come before their prefixes. */
const rules: readonly (readonly [family: RegExp, defaults: Partial<ModelDefaults>])[] = [
  [/nomic-embed-code|coderankembed/, { query: codePrefix }],
  [/nomic-embed-text-v2/, { query: 'search_query: ', passage: 'search_document: ', tokens: 400 }],
  [/nomic-embed/, { query: 'search_query: ', passage: 'search_document: ' }],
  [/embeddinggemma/, { query: 'task: code retrieval | query: ', passage: 'title: none | text: ', tokens: 1600 }],
  [
    /qwen3-embedding/,
    { query: 'Instruct: Given a question about code, retrieve the code that answers it\nQuery:', tokens: 8192 },
  ],
  [
    /jina-code-embeddings/,
    {
      query: 'Find the most relevant code snippet given the following query:\n',
      passage: 'Candidate code snippet:\n',
      tokens: 8192,
    },
  ],
  [/arctic-embed(2|.*v2)/, { query: 'query: ', tokens: 6000 }],
  [/arctic-embed|mxbai-embed|bge-(small|base|large)(?!-zh)/, { query: sentencePrefix, tokens: 400 }],
  [/\be5-(small|base|large)(?!.*instruct)/, { query: 'query: ', passage: 'passage: ', tokens: 400 }],
  [/all-minilm/, { tokens: 200 }],
  [/text-embedding-(3|ada)/, { tokens: 8191 }],
];

export function modelDefaults(model: string): ModelDefaults {
  const name = model.toLowerCase();
  return { ...fallback, ...rules.find(([family]) => family.test(name))?.[1] };
}
