/** The places of the ones in an array of zeros and ones, ascending. Mostly there are few, so four are looked at together. */
export function placesOfOnes(marks: Uint8Array): Uint32Array {
  const places: number[] = [];
  const fours = new Uint32Array(marks.buffer, marks.byteOffset, marks.length >> 2);
  const addOnes = (from: number, to: number): void => {
    for (let at = from; at < to; at++) if (marks[at] === 1) places.push(at);
  };
  for (let four = 0; four < fours.length; four++) if (fours[four] !== 0) addOnes(4 * four, 4 * four + 4);
  addOnes(4 * fours.length, marks.length);
  return Uint32Array.from(places);
}
