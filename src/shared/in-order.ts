/** Runs `work` on items in parallel, at most `width` at a time, and yields the results in the order of the items. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for await (const item of items) {
    const result = work(item);
    // Awaited below, in order; until then a failure is not unhandled.
    result.catch(() => {});
    running.push(result);
    if (running.length < width) continue;
    const first = running.shift();
    if (first) yield await first;
  }
  for (const result of running) yield await result;
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Items in groups, in their order; a group ends when it is full. */
export async function* inGroups<T>(
  items: AsyncIterable<T> | Iterable<T>,
  isFull: (group: readonly T[]) => boolean,
): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (!isFull(group)) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
