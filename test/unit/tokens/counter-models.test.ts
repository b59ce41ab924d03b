import { equal } from 'node:assert/strict';
import { type CounterName, recommendedCounter } from '../../../src/tokens/counter-table';

const MODELS: Readonly<Record<CounterName, readonly string[]>> = {
  o200k_base: [
    ...['gpt-4o', 'gpt-4o-mini-2024-07-18', 'chatgpt-4o-latest', 'gpt-4.1', 'gpt-4.1-nano', 'gpt-4.5-preview'],
    ...['gpt-5', 'gpt-5-mini', 'gpt-5.1-codex', 'gpt-oss-120b', 'o1', 'o1-preview', 'o3', 'o3-mini', 'o4-mini'],
    ...['openai/gpt-4o', 'azure/gpt-4.1', 'openrouter/openai/o3', 'ft:gpt-4o-mini:acme::abc', 'GPT-4O', ' o1 '],
  ],
  cl100k_base: [
    ...['gpt-4', 'gpt-4-0613', 'gpt-4-turbo', 'gpt-4-32k', 'gpt-3.5-turbo', 'gpt-35-turbo', 'openai/gpt-4'],
    ...['text-embedding-3-small', 'text-embedding-3-large', 'text-embedding-ada-002', 'OpenAI/Text-Embedding-3-Small'],
  ],
  'anthropic-estimate': [
    ...['claude-3-5-sonnet-20241022', 'claude-sonnet-4-5', 'claude-2.1', 'Claude-Opus-4', 'anthropic/claude-3-opus'],
    ...[
      'anthropic.claude-3-haiku-20240307-v1:0',
      'us.anthropic.claude-sonnet-4-20250514-v1:0',
      'claude-3-opus@20240229',
    ],
  ],
  'gemini-estimate': [
    ...[
      'gemini-2.5-pro',
      'models/gemini-1.5-flash',
      'google/gemini-2.0-flash-001',
      'gemma-3-27b-it',
      'gemma',
      'Gemini-Pro',
    ],
    ...['publishers/google/models/gemini-2.5-flash', 'google/gemma-2-9b', 'gemma3:27b', 'gemma2', 'codegemma'],
  ],
  approximate: [
    'llama-3.1-70b',
    'mistral-large',
    'text-embedding-004',
    'deepseek-r1',
    'qwen2.5-coder',
    'foo1',
    'o',
    '',
  ],
};

describe('the recommended counter', () => {
  for (const [counter, models] of Object.entries(MODELS)) {
    it(`is ${counter} for ${models.slice(0, 4).join(', ')} …`, () => {
      for (const model of models) equal(recommendedCounter(model), counter, model);
    });
  }
});
