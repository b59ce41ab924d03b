/**
 * How well does a source text contain a message as a string literal? The literal has placeholders where the message has values, and
 * may be concatenated over several lines:
 *
 *     message  Cannot open table 'users' after 3 tries
 *     source   "Cannot open table '%s' " +
 *              "after %d tries"
 *
 * Both are read as words. Values of the message (quoted, numbers, paths) and placeholders of the source end a run of words. Runs of
 * two words or more that are in the message in the same order, near each other in the source, add up; the score is the share of the
 * message's fixed words in them, where common words count little. One pass over the source.
 */

/** A word of a message that tells hardly anything. */
const commonWords: ReadonlySet<string> = new Set(
  'a an the is are was were be been to of in on at for from by with and or not no it its this that as if you your can cannot could has have had must should will does do did but than then there when while error failed invalid value type'.split(
    ' ',
  ),
);
const commonWeight = 0.25;

/** Words of source between two runs of one message. */
const maxGap = 30;
/** Words of a message that count. */
const maxMessageWords = 60;

/** A word of letters; a number counts as a value. */
const messagePiece =
  /"[^"]*"|`[^`]*`|'[^']*'(?!\w)|“[^”]*”|<[^<>]*>|\S*[/\\]\S*|0x[0-9a-fA-F]+|[\p{L}_][\p{L}\p{N}_]*(?:'(?:t|s|re|ve|ll|d))?|\S/gu;

/** In source: escapes, placeholders, prefixes of strings, words, and what ends a run. */
const sourcePiece =
  /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[a-z0])|%(?:\(\w{1,60}\))?[-+#0]?[\d.*]{0,6}(?:l|ll|h|z)?[a-zA-Z@](?![\p{L}\p{N}])|\$?\{[^{}\n]{0,120}\}|#\{[^{}\n]{0,120}\}|\b[fFrRbBuUL]{1,2}(?=["'])|[\p{L}_][\p{L}\p{N}_]*(?:'(?:t|s|re|ve|ll|d))?|\d+/gu;

/** The share of the message, from 0 to 1, that a source text has as a literal. */
export function messageMatcher(message: string): (source: string) => number {
  const words: string[] = [];
  /** By word: is the next word a direct neighbour? */
  const isJoined: boolean[] = [];
  let isAfterWord = false;
  for (const [piece] of message.matchAll(messagePiece)) {
    if (words.length >= maxMessageWords) break;
    if (/^[\p{L}_]/u.test(piece) && !/[/\\]/.test(piece)) {
      if (isAfterWord) isJoined[words.length - 1] = true;
      words.push(piece.toLowerCase());
      isAfterWord = true;
    } else if (!/^[.,:;!?()-]+$/.test(piece)) isAfterWord = false;
  }
  const weights = words.map((word) => (commonWords.has(word) ? commonWeight : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  /** By two neighbours: where the first is. The first place wins. */
  const pairs = new Map<string, number>();
  for (let i = words.length - 2; i >= 0; i--) if (isJoined[i]) pairs.set(`${words[i]} ${words[i + 1]}`, i);
  if (pairs.size === 0) return () => 0;
  const first = new Set(words);
  return (source) => {
    let best = 0;
    /** Weight of the runs so far, the word of the message after them, and the source's word after them. */
    let chain = 0;
    let next = 0;
    let chainEnd = 0;
    /** The run that is being read: from which word of the message, to which. */
    let from = -1;
    let to = -1;
    let before = '';
    let count = 0;
    const endRun = () => {
      if (from < 0) return;
      let weight = 0;
      for (let i = from; i < to; i++) weight += weights[i] ?? 0;
      const continues = from >= next && count - (to - from) - chainEnd <= maxGap && chain > 0;
      // Common words alone begin nothing.
      if (continues || weight >= 1 + commonWeight) {
        chain = continues ? chain + weight : weight;
        next = to;
        chainEnd = count;
        best = Math.max(best, chain);
      }
      from = -1;
    };
    for (const [piece] of source.matchAll(sourcePiece)) {
      const code = piece.charCodeAt(0);
      if (code === 92 || (piece.length <= 2 && /^[fFrRbBuUL]{1,2}$/.test(piece) && !first.has(piece.toLowerCase())))
        continue;
      if (code === 37 || code === 36 || code === 123 || code === 35 || (code >= 48 && code <= 57)) {
        endRun();
        before = '';
        continue;
      }
      const word = piece.toLowerCase();
      if (from >= 0 && words[to] === word && isJoined[to - 1]) {
        to++;
      } else {
        endRun();
        const at = before === '' || !first.has(word) ? undefined : pairs.get(`${before} ${word}`);
        if (at !== undefined) {
          from = at;
          to = at + 2;
        }
      }
      before = word;
      count++;
    }
    endRun();
    return total === 0 ? 0 : Math.min(1, best / total);
  };
}
