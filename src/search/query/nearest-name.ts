/** The name that was probably meant: the one with the fewest letters to change, drop, add or swap; undefined: none is close. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const spelled = name.toLowerCase();
  if (spelled.length > maxLength) return undefined;
  // A short word is close to everything.
  let limit = spelled.length < 4 ? 1.5 : spelled.length < 7 ? 2.5 : 3.5;
  let best: string | undefined;
  for (const candidate of names) {
    const distance = distanceOf(spelled, candidate);
    if (distance < limit) {
      limit = distance;
      best = candidate;
    }
  }
  return best;
}

const maxLength = 32;

function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
