/**
 * What is known of models by their names: the words that they were trained to see before a question and before a text, and
 * how much of a text they read. Without its words a model still answers, but finds less. Settings override all of it.
 *
 * Tokens are counted by another vocabulary than the model's, which finds more tokens in code: so models of 512 tokens get 400.
 */

interface Habits {
  readonly query: string;
  readonly passage: string;
  readonly tokens: number;
}

const sentence = 'Represent this sentence for searching relevant passages: ';
const code = 'Represent this query for searching relevant code: ';
const usual: Habits = { query: '', passage: '', tokens: 2048 };

/** The first whose family stands in the name decides: longer names stand before those that they begin with. */
const rules: readonly (readonly [family: RegExp, habits: Partial<Habits>])[] = [
  [/nomic-embed-code|coderankembed/, { query: code }],
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
  [/arctic-embed|mxbai-embed|bge-(small|base|large)(?!-zh)/, { query: sentence, tokens: 400 }],
  [/\be5-(small|base|large)(?!.*instruct)/, { query: 'query: ', passage: 'passage: ', tokens: 400 }],
  [/all-minilm/, { tokens: 200 }],
  [/text-embedding-(3|ada)/, { tokens: 8191 }],
];

export function habitsOf(model: string): Habits {
  const name = model.toLowerCase();
  return { ...usual, ...rules.find(([family]) => family.test(name))?.[1] };
}
