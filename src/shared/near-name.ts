/** Names and words that are spelled nearly like another. */

const maxLength = 32;

/** The name that was probably meant: the one with the fewest letters to change, drop, add or swap; undefined: none is close. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const spelled = name.toLowerCase();
  if (spelled.length > maxLength) return undefined;
  const units = letterUnits(spelled);
  let limit = maxChanges(spelled);
  let best: string | undefined;
  for (const candidate of names) {
    const distance = changesBetween(units, letterUnits(candidate), limit);
    if (distance < limit) {
      limit = distance;
      best = candidate;
    }
  }
  return best;
}

/** With fewer changes, names are near. A short word is close to everything. */
export function maxChanges(name: string): number {
  return name.length < 4 ? 1.5 : name.length < 7 ? 2.5 : 3.5;
}

/** Three rows of the table, one after the other; reused, because most words are compared in vain. */
const width = 64;
const costs = new Int32Array(3 * width);

/** Letters to leave out, add, replace or swap with their neighbour; more than `max` if they are more than that. */
export function changesBetween(a: ArrayLike<number>, b: ArrayLike<number>, max: number): number {
  if (a.length >= width || b.length >= width) return max + 1;
  for (let j = 0; j <= b.length; j++) costs[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const row = (i % 3) * width;
    const above = ((i + 2) % 3) * width;
    const before = ((i + 1) % 3) * width;
    let least = i;
    costs[row] = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(above + j) + 1, at(row + j - 1) + 1, at(above + j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before + j - 2) + 1);
      costs[row + j] = cost;
      least = Math.min(least, cost);
    }
    if (least > max) return max + 1;
  }
  return at((a.length % 3) * width + b.length);
}

function at(place: number): number {
  return costs[place] ?? 0;
}

export function letterUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  // Called for each name of an index: a function for each letter would take several times as long.
  for (let at = 0; at < units.length; at++) units[at] = text.charCodeAt(at);
  return units;
}
