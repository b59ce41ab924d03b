import { deepEqual, equal, ok } from 'node:assert/strict';
import { counterNames } from '../../../src/tokens/counter-table';
import { type CountedMessage, countMessages, tokenCounter } from '../../../src/tokens/token-counter';

describe('a conversation', () => {
  it('has as many tokens as OpenAI counts in its published example', () => {
    // The example and its 129 tokens for gpt-4 are those of OpenAI's guide to counting tokens.
    const messages: CountedMessage[] = [
      {
        role: 'system',
        content: 'You are a helpful, pattern-following assistant that translates corporate jargon into plain English.',
      },
      { role: 'system', name: 'example_user', content: 'New synergies will help drive top-line growth.' },
      { role: 'system', name: 'example_assistant', content: 'Things working well together will increase revenue.' },
      {
        role: 'system',
        name: 'example_user',
        content: "Let's circle back when we have more bandwidth to touch base on opportunities for increased leverage.",
      },
      {
        role: 'system',
        name: 'example_assistant',
        content: "Let's talk later when we're less busy about how to do better.",
      },
      {
        role: 'user',
        content: "This late pivot means we don't have time to boil the ocean for the client deliverable.",
      },
    ];
    deepEqual(countMessages(messages, 'cl100k_base'), { tokens: 129, method: 'openai-tiktoken', accuracy: 'exact' });
  });

  it('is near the 14 tokens that Anthropic documents for its example', () => {
    const { tokens, method, accuracy } = countMessages(
      [
        { role: 'system', content: 'You are a scientist' },
        { role: 'user', content: 'Hello, Claude' },
      ],
      'anthropic-estimate',
    );
    // Each of the two texts is rounded up.
    ok(Math.abs(tokens - 14) <= 2, `${tokens}`);
    equal(method, 'anthropic-estimate');
    equal(accuracy, 'estimated');
  });

  it('has the tokens of its texts and an overhead for each message, with every counter', () => {
    for (const name of counterNames) {
      const content = 'Where is a chunk made?';
      const one = countMessages([{ role: 'user', content }], name).tokens;
      const two = countMessages(
        [
          { role: 'user', content },
          { role: 'user', content },
        ],
        name,
      ).tokens;
      const text = tokenCounter(name).count(content);
      ok(one > text && two - one > text && two - one < text + 8, name);
      ok(countMessages([{ role: 'user', content, name: 'ada' }], name).tokens > one, name);
    }
  });

  it('without messages has no tokens', () => {
    for (const name of counterNames) equal(countMessages([], name).tokens, 0);
  });
});
