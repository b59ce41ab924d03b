import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutToFit } from '../../../../src/code/cut/cut-to-fit';
import type { ConversationMessage } from '../../../../src/prose/conversations/conversation-exports';
import { announcesTopicChange, turnBreaks } from '../../../../src/prose/conversations/conversation-parts';
import { cpuTime } from '../../cpu-time';

interface Said {
  readonly by: 'user' | 'assistant';
  readonly text: string;
  readonly time?: string;
  readonly conversation?: number;
}

function conversation(said: readonly Said[]): { messages: ConversationMessage[]; text: string } {
  let text = '';
  const messages = said.map(({ by, text: line, time, conversation: number = 0 }, index): ConversationMessage => {
    const start = text.length;
    text += `${line}\n`;
    const when = time === undefined ? {} : { time };
    return { speaker: by, isUser: by === 'user', ...when, start, end: text.length, index, conversation: number };
  });
  return { messages, text };
}

function breaks(said: readonly Said[], targetLength?: number): number[] {
  const { messages, text } = conversation(said);
  return turnBreaks(messages, text, targetLength === undefined ? {} : { targetLength });
}

const strongest = (strengths: readonly number[]): number => strengths.indexOf(Math.max(...strengths.slice(1)));

/** Question and answer about the same subject, `count` times. */
const chatter = (count: number, times?: (i: number) => string): Said[] =>
  Array.from({ length: count * 2 }, (_, i) => ({
    by: i % 2 ? 'assistant' : 'user',
    text: i % 2 ? 'Sort the python list with sorted and a key' : 'How do I sort that python list with a key',
    ...(times && { time: times(i) }),
  }));

describe('the gaps of a conversation', () => {
  it('are strongest where the user speaks again', () => {
    const strengths = breaks(chatter(4));
    for (let i = 2; i < 8; i += 2) {
      assert.ok((strengths[i] ?? 0) > (strengths[i - 1] ?? 0) + 1 && (strengths[i] ?? 0) > (strengths[i + 1] ?? 0) + 1);
    }
  });

  it('are stronger after a pause that is long for the conversation', () => {
    const minute = (i: number) => `2024-05-01T${i < 4 ? '10' : '12'}:${String(10 + i).padStart(2, '0')}:00Z`;
    assert.equal(strongest(breaks(chatter(4, minute))), 4);
    const clock = (i: number) => (i < 4 ? `T23:${50 + i}:00` : `T01:0${i}:00`);
    assert.equal(strongest(breaks(chatter(4, clock))), 4);
    const slow = (i: number) => `2024-05-0${i + 1}T10:00:00Z`;
    const [withTimes, without] = [breaks(chatter(4, slow)), breaks(chatter(4))];
    assert.deepEqual(withTimes, without, 'a day between all messages is no pause');
  });

  it('are stronger where a message announces another subject', () => {
    const said = chatter(4).map((each, i) =>
      i === 4 ? { ...each, text: `Thanks! Moving on to this: ${each.text}` } : each,
    );
    assert.equal(strongest(breaks(said)), 4);
  });

  it('are stronger where the words change', () => {
    const said: Said[] = [
      { by: 'user', text: 'Which Python data structure keeps its order, a list or a set?' },
      { by: 'assistant', text: 'A Python list keeps the order of its elements; a set does not.' },
      { by: 'user', text: 'And how is a list of elements turned into a Python set?' },
      { by: 'assistant', text: 'With set(elements): the Python set drops the order of the list.' },
      { by: 'user', text: 'How can an SQL query join two tables of customers and orders?' },
      { by: 'assistant', text: 'SELECT from customers JOIN orders: the SQL query joins tables by key.' },
      { by: 'user', text: 'Does the SQL join keep customers without orders in the query?' },
      { by: 'assistant', text: 'Only a LEFT JOIN keeps customers without orders in an SQL query.' },
    ];
    assert.equal(strongest(breaks(said)), 4);
    const { messages, text } = conversation(said);
    const parts = cutToFit(turnBreaks(messages, text), (from, to) => to - from <= 4);
    assert.deepEqual(parts, [
      { from: 0, to: 4 },
      { from: 4, to: 8 },
    ]);
  });

  it('are strongest between two conversations', () => {
    const said = chatter(4).map((each, i) => ({ ...each, conversation: i < 3 ? 0 : 1 }));
    assert.equal(strongest(breaks(said)), 3);
  });

  it('divide the conversation evenly if a target length is given', () => {
    const said = chatter(40);
    const { messages, text } = conversation(said);
    const target = text.length / 4;
    const strengths = turnBreaks(messages, text, { targetLength: target });
    const fits = (from: number, to: number) =>
      (messages[to - 1]?.end ?? 0) - (messages[from]?.start ?? 0) <= target * 1.2;
    const sizes = cutToFit(strengths, fits).map(({ from, to }) => to - from);
    assert.equal(sizes.length, 4);
    assert.ok(
      sizes.every((size) => size >= 16 && size <= 24),
      sizes.join(),
    );
  });

  it('are numbers for any messages', () => {
    const one = fc.record({
      by: fc.constantFrom('user' as const, 'assistant' as const),
      text: fc.string({ unit: 'grapheme' }),
      time: fc.constantFrom('T10:00:00', '2024-01-01T00:00:00Z', 'nonsense', ''),
    });
    fc.assert(
      fc.property(fc.array(one), (said) => {
        const strengths = breaks(said, 100);
        assert.equal(strengths.length, said.length);
        assert.ok(strengths.every(Number.isFinite));
      }),
    );
    assert.deepEqual(breaks([]), []);
  });

  it('are computed quickly for ten thousand messages', () => {
    const said = chatter(5000).map((each, i) => ({
      ...each,
      text: `${each.text} number${i} ${'and so on '.repeat(20)}`,
    }));
    const started = cpuTime();
    breaks(said);
    assert.ok(cpuTime() - started < 5000);
  });
});

describe('a change of subject', () => {
  it('is announced in English and German', () => {
    for (const opening of [
      "Ok, let's move on to the database.",
      'Moving on to tests',
      'Next question: how do I install it?',
      'Thanks! Another question',
      'By the way, what is a monad?',
      'btw is it fast',
      'User: On another note, lunch?',
      'Great. Different topic: colours',
      'Could we change the subject?',
      'Übrigens, wie geht das?',
      'Danke! Nächste Frage: wie lange dauert das?',
      'Anderes Thema: Urlaub',
      'Kommen wir jetzt zu den Tests',
      'Noch etwas anderes: die Farben',
    ]) {
      assert.ok(announcesTopicChange(opening), opening);
    }
  });

  it('is not seen in similar phrases about other things', () => {
    for (const opening of [
      'The players move on the board.',
      'He asked the next question again.',
      'Sort the list by the way points.',
      'How do I switch to another branch?',
      'Das Thema ist schwierig.',
      'Python lists are fine.',
    ]) {
      assert.ok(!announcesTopicChange(opening), opening);
    }
  });
});
