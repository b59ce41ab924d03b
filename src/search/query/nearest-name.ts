/** The name that was probably meant: the one with the fewest letters to change, drop, add or swap; undefined: none is near. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  if (wanted.length > longest) return undefined;
  // A short word is near to everything.
  let least = wanted.length < 4 ? 1.5 : wanted.length < 7 ? 2.5 : 3.5;
  let best: string | undefined;
  for (const candidate of names) {
    const distance = distanceOf(wanted, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

const longest = 32;

function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
