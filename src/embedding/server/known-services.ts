/**
 * Services on the web that are known by name: their addresses, and the environment variables that people keep their keys in. The key
 * of a service is sent to its own address alone.
 */

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
