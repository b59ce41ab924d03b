/** The k best of a stream of scored rows, in a heap of typed arrays whose root is the worst kept. Of equal scores the older segment, then the lower row, is better. */
export class TopRows {
  private readonly scores: Float32Array;
  private readonly segments: Uint16Array;
  private readonly rows: Uint32Array;
  private size = 0;

  constructor(private readonly most: number) {
    this.scores = new Float32Array(most);
    this.segments = new Uint16Array(most);
    this.rows = new Uint32Array(most);
  }

  /** No row below this score is kept. */
  get threshold(): number {
    return this.size < this.most ? 0 : (this.scores[0] ?? Infinity);
  }

  add(segment: number, row: number, score: number): void {
    if (this.size < this.most) this.up(segment, row, score);
    else if (this.most > 0 && this.isBetter(segment, row, score, 0)) this.down(segment, row, score);
  }

  /** Best first. */
  sorted(): { readonly segments: Uint16Array; readonly rows: Uint32Array; readonly scores: Float32Array } {
    const { scores, segments, rows } = this;
    const places = Array.from({ length: this.size }, (_, place) => place);
    places.sort(
      (a, b) =>
        (scores[b] ?? 0) - (scores[a] ?? 0) ||
        (segments[a] ?? 0) - (segments[b] ?? 0) ||
        (rows[a] ?? 0) - (rows[b] ?? 0),
    );
    return {
      segments: Uint16Array.from(places, (place) => segments[place] ?? 0),
      rows: Uint32Array.from(places, (place) => rows[place] ?? 0),
      scores: Float32Array.from(places, (place) => scores[place] ?? 0),
    };
  }

  /** Whether a row is better than the one at `place`. */
  private isBetter(segment: number, row: number, score: number, place: number): boolean {
    const difference = score - (this.scores[place] ?? 0);
    if (difference !== 0) return difference > 0;
    const older = segment - (this.segments[place] ?? 0);
    return older !== 0 ? older < 0 : row < (this.rows[place] ?? 0);
  }

  private up(segment: number, row: number, score: number): void {
    let place = this.size++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.isBetter(segment, row, score, parent)) break;
      this.move(parent, place);
      place = parent;
    }
    this.put(place, segment, row, score);
  }

  /** In the place of the worst. */
  private down(segment: number, row: number, score: number): void {
    let place = 0;
    for (;;) {
      let child = place * 2 + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.isBetterAt(child, child + 1)) child++;
      if (!this.isBetter(segment, row, score, child)) break;
      this.move(child, place);
      place = child;
    }
    this.put(place, segment, row, score);
  }

  private isBetterAt(place: number, other: number): boolean {
    return this.isBetter(this.segments[place] ?? 0, this.rows[place] ?? 0, this.scores[place] ?? 0, other);
  }

  private move(from: number, to: number): void {
    this.scores[to] = this.scores[from] ?? 0;
    this.segments[to] = this.segments[from] ?? 0;
    this.rows[to] = this.rows[from] ?? 0;
  }

  private put(place: number, segment: number, row: number, score: number): void {
    this.scores[place] = score;
    this.segments[place] = segment;
    this.rows[place] = row;
  }
}
