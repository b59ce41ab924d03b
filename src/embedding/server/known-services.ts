/**
 * Services on the web that are known by name: their addresses, and the environment variables that people keep their keys in. The key
 * of a service is sent to its own address alone.
 */
type ModelDefaults = { readonly query: string; readonly passage: string; readonly tokens: number };

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

/**
 * What is known about models by their names: the prefixes they were trained with for queries and for passages, and how many tokens
 * they read. Without its prefix a model still works, but finds less. Settings override these values.
 *
 * Our counter uses another vocabulary than the model, which may find more tokens in code: so models with 512 tokens get 400.
 */
export function modelDefaults(model: string): ModelDefaults {
  const name = model.toLowerCase();
  return { ...fallback, ...rules.find(([family]) => family.test(name))?.[1] };
}

interface KnownService {
  /** Left out: the service has no embeddings, or no chat. */
  readonly embeddings?: string;
  readonly chat?: string;
  readonly keys: readonly string[];
}

const services = {
  openai: { keys: ['OPENAI_API_KEY'], embeddings: 'https://api.openai.com/v1', chat: 'https://api.openai.com/v1' },
  anthropic: { keys: ['ANTHROPIC_API_KEY'], chat: 'https://api.anthropic.com/v1' },
  gemini: {
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    embeddings: 'https://generativelanguage.googleapis.com/v1beta/openai',
    chat: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  cohere: {
    keys: ['COHERE_API_KEY', 'CO_API_KEY'],
    embeddings: 'https://api.cohere.com/v2',
    chat: 'https://api.cohere.ai/compatibility/v1',
  },
  mistral: { keys: ['MISTRAL_API_KEY'], embeddings: 'https://api.mistral.ai/v1', chat: 'https://api.mistral.ai/v1' },
  voyage: { keys: ['VOYAGE_API_KEY'], embeddings: 'https://api.voyageai.com/v1' },
} satisfies Readonly<Record<string, KnownService>>;

const all: readonly KnownService[] = Object.values(services);

/** The address of a service; undefined where users have to name one: `openai` is any server with its API. */
export function serviceAddress(provider: string, use: 'embeddings' | 'chat'): string | undefined {
  if (provider === 'ollama') return 'http://localhost:11434';
  const service: KnownService | undefined = Object.entries(services).find(([name]) => name === provider)?.[1];
  return provider === 'openai' ? undefined : service?.[use];
}

/** The key in the environment of the service that this address belongs to. */
export function serviceKey({ origin }: URL, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const service = all.find(({ embeddings, chat }) =>
    [embeddings, chat].some((address) => address !== undefined && new URL(address).origin === origin),
  );
  return service?.keys.map((name) => environment[name]).find((key) => key !== undefined && key !== '');
}
