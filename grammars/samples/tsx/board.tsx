'use client';

import { type ComponentProps, type ReactNode, createContext, use, useMemo, useState } from 'react';
import styles from './board.module.css';

type Column = { readonly id: string; title: string; cards: readonly Card[] };

export interface Card {
  id: `card-${number}`;
  title: string;
  done?: boolean;
}

const BoardContext = createContext<{ move(card: Card, to: Column['id']): void } | null>(null);

enum Density {
  Compact,
  Cosy,
}

/** Runs an effect when the value changes. */
export function useChange<const T,>(value: T, effect: (now: T, before: T | undefined) => void) {
  const [before, setBefore] = useState<T>();
  if (before !== value) {
    setBefore(value);
    effect(value, before);
  }
}

const identity = <T,>(value: T): T => value;
const keyed = <T extends { id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item] as const));

/** Remembers what was moved, for undo. */
class History<T> {
  accessor limit = 50;
  readonly #moves: T[] = [];

  push(move: T): this {
    this.#moves.push(move);
    return this;
  }
}

function List<T extends { id: string }>({
  items,
  render,
  ...rest
}: { items: readonly T[]; render: (item: T) => ReactNode } & ComponentProps<'ul'>) {
  return (
    <ul {...rest}>
      {items.map((item) => (
        <li key={item.id}>{render(item)}</li>
      ))}
    </ul>
  );
}

export function CardView({ card, density = Density.Cosy }: { card: Card; density?: Density }) {
  const board = use(BoardContext);
  return (
    <article className={`${styles.card} ${density === Density.Compact ? styles.compact : ''}`} aria-label={card.title}>
      <h3>
        {card.title} &mdash; {card.done ? <del>done</del> : 'open'}
      </h3>
      {/* moving is only possible inside a board */}
      {board && (
        <button type="button" onClick={() => board.move(card, 'done')} disabled={card.done ?? false}>
          Move
        </button>
      )}
      <svg:rect xlink:href="#check" data-count={1_000} />
    </article>
  );
}

export default function Board({ columns }: Readonly<{ columns: Column[] }>) {
  const [state, setState] = useState<Column[]>(() => structuredClone(columns));
  const total = useMemo(() => state.reduce((sum, { cards }) => sum + cards.length, 0), [state]);

  const move = (card: Card, to: string) =>
    setState((now) =>
      now.map((column) => ({
        ...column,
        cards:
          column.id === to
            ? [...column.cards, { ...card, done: to === 'done' } satisfies Card]
            : column.cards.filter(({ id }) => id !== card.id),
      })),
    );

  return (
    <>
      <BoardContext.Provider value={{ move }}>
        <header>
          Cards: <output>{total}</output>
          <input defaultValue="a &quot;filter&quot;" />
        </header>
        {state.map((column) => (
          <section key={column.id} style={{ gap: 4, '--accent': 'red' } as React.CSSProperties}>
            <List<Card> items={column.cards} render={(card) => <CardView card={card} />} />
          </section>
        ))}
      </BoardContext.Provider>
    </>
  );
}

export const history = new History<Card>();
Board.displayName = identity<string>('Board');
export { keyed };
