/** The range that contains `at`: the last one that begins at or before it and is not empty. @param firsts where ranges begin, ascending. */
export function rangeOf(firsts: ArrayLike<number>, at: number): number {
  let low = 0;
  let high = firsts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((firsts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first index below `length` at which `isReached` is true; `length` if there is none. It stays true from there on. */
export function firstIndex(length: number, isReached: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
