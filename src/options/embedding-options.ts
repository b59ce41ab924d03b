/**
 * Which model turns text into vectors. Settings have the scope `machine`, so that no workspace can send code elsewhere; only the
 * provider is `machine-overridable`, so that a workspace can insist on the built-in model.
 */
import { choice, integer, text } from './option';

export const embeddingOptions = {
  provider: choice({
    default: 'built-in',
    values: {
      'built-in': 'The model that comes with Codegrain. Nothing leaves the machine.',
      ollama: 'A model served by Ollama.',
      openai: 'A server with an OpenAI-compatible API: LM Studio, vLLM, llama.cpp, OpenAI and others.',
      gemini: 'Embeddings of Gemini, at Google.',
      cohere: 'Embed, at Cohere.',
      voyage: 'A model of Voyage AI.',
      mistral: 'Codestral Embed or Mistral Embed, at Mistral.',
    },
    setting: { id: 'embedding.provider', scope: 'machine-overridable' },
    flag: { name: 'provider', value: 'P' },
    description:
      'Where the embedding model runs. With a server, the text of your files goes to `#codegrain.embedding.endpoint#`; you are asked once per host. A workspace can only choose between the built-in model and the server in your own settings.',
    help: 'Embedding model: built-in, ollama, openai, gemini, cohere, voyage or mistral',
  }),
  endpoint: text({
    default: '',
    setting: { id: 'embedding.endpoint', scope: 'machine' },
    flag: {
      name: 'endpoint',
      value: 'URL',
      defaultText: 'http://localhost:11434 for ollama, the own address of a named service',
    },
    description:
      'Address of the server, such as `http://localhost:1234/v1`. Leave it empty for Ollama on this machine and for a named service. Do not put a key here: use *Set Embedding Key…*.',
    help: 'Address of the server',
  }),
  model: text({
    default: '',
    setting: { id: 'embedding.model', scope: 'machine' },
    flag: { name: 'model', value: 'M' },
    description: 'Name of the model on the server, such as `nomic-embed-text`.',
    help: 'Name of the model on the server',
  }),
  dimensions: integer([1, 16_384], {
    setting: { id: 'embedding.dimensions', scope: 'machine' },
    flag: { name: 'dimensions', value: 'N', defaultText: 'all' },
    description:
      'Dimensions of the vectors. `null`: all that the model gives. Servers that can shorten vectors are asked to; the built-in model offers 64, 128 or 256.',
    help: 'Dimensions of the vectors: 64, 128 or 256 for the built-in model, else what the server offers',
  }),
  maxTokens: integer([32, 1_000_000], {
    setting: { id: 'embedding.maxTokens', scope: 'machine' },
    flag: { name: 'embedding-tokens', value: 'N', defaultText: 'the known limit of the model, else 2048' },
    description:
      'Max tokens per embedded text; longer texts are shortened. `null`: the known limit of the model, else 2048.',
    help: 'Max tokens per text sent to a server',
  }),
  queryPrefix: text({
    setting: { id: 'embedding.queryPrefix', scope: 'machine' },
    flag: { name: 'query-prefix', value: 'TEXT', defaultText: 'what the model is known to need' },
    description:
      'Text put before each query. `null`: what the model is known to need, such as `search_query: ` for nomic-embed-text.',
    help: 'Text put before each query sent to a server',
  }),
  passagePrefix: text({
    setting: { id: 'embedding.passagePrefix', scope: 'machine' },
    flag: { name: 'passage-prefix', value: 'TEXT', defaultText: 'what the model is known to need' },
    description:
      'Text put before each chunk. `null`: what the model is known to need, such as `search_document: ` for nomic-embed-text.',
    help: 'Text put before each chunk sent to a server',
  }),
  // `fetch` itself gives up after five minutes.
  timeoutSeconds: integer([1, 300], {
    flag: { name: 'timeout', value: 'SECONDS', defaultText: '60' },
    description: 'Seconds to wait for an answer of the server.',
  }),
};
