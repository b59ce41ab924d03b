/**
 * Word lists that help to decide whether a period ends a sentence. Words are in lower case, without their last period. Several
 * languages share a list, because a text rarely declares its language and the few conflicts are rare at the end of a sentence.
 */
/** Sentences compared on each side of a gap: a single one shares few words with any other. */
const window = 3;
const word = /[\p{L}\p{N}_]+/gu;

/**
 * For each sentence, its similarity to the one before, from 0 to 1; the first is 1.
 *
 * The similarity of neighbouring sentences by the words they share: the cosine of TF-IDF vectors of a few sentences before and
 * after each gap, relative to the average of the text. So the threshold means the same in dry and in chatty prose: at 0.75, a
 * gap is cut if its similarity is below three quarters of the average.
 */
export function wordSimilarities(sentences: readonly string[]): readonly number[] {
  const words = sentences.map((sentence) => [...sentence.toLowerCase().matchAll(word)].map(([each]) => stem(each)));
  const weights = inverseFrequency(words);
  const raw = sentences.map((_, i) => {
    if (i === 0) return 1;
    return termCosine(
      vector(words.slice(Math.max(0, i - window), i), weights),
      vector(words.slice(i, i + window), weights),
    );
  });
  const average = raw.slice(1).reduce((sum, each) => sum + each, 0) / Math.max(1, raw.length - 1);
  return raw.map((each, i) => (i === 0 || average === 0 ? 1 : Math.min(1, each / average)));
}

/** Plurals and verb endings count as the same word. */
function stem(text: string): string {
  return text.length > 4 ? text.replace(/(?:ies|es|s|ing|ed)$/, '') : text;
}

function inverseFrequency(sentences: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of sentences) for (const term of new Set(each)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + sentences.length / count)]));
}

function vector(sentences: readonly (readonly string[])[], weights: ReadonlyMap<string, number>): TermVector {
  const values = new Map<string, number>();
  for (const each of sentences) {
    for (const term of each) values.set(term, (values.get(term) ?? 0) + (weights.get(term) ?? 0));
  }
  return values;
}

const words = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(/\s+/));

/** Always followed by the word they belong to, so their period never ends a sentence. */
export const leadingAbbreviations = words(
  'mr mrs ms mx messrs dr drs prof rev hon gen col capt cpt cmdr lt sgt sen rep gov st mt ft vs cf viz approx e.g i.e eg ie',
  'resp incl excl esp bros ave blvd dept univ misc phys cont pron',
  'z.b d.h u.a u.ä o.ä o.g i.d.r z.t s.o s.u m.e v.a i.a bzw ggf evtl vgl ca sog inkl exkl mind hrsg bspw gem lt hr dipl',
  'ing insb entspr einschl allg sogen st p.ex ex mm mme mmes mlle mgr env av c.-à-d p.ej ej sra srta dra uds ud núm',
  'sig dott geb gest jh п.п т.е т.к т.н напр см им ул пр акад проф ср др-р',
);

/** Usually followed by a number or letter (`Fig. 3`); otherwise they end a sentence like any word. */
export const countingAbbreviations = words(
  'fig figs eq eqs sec secs ch chap vol vols no nos nr pp p pg ed eds c m s ext tel ref refs def art par para ver rev tab',
  'jan feb mar apr jun jul aug sep sept oct nov dec abs abb bd anm kap pág págs cap t n f l q z r rfc ser app max min avg est',
  'рис стр табл гл п с',
);

/** End a sentence only if the next word often begins one. */
export const openAbbreviations = words(
  'v inc ltd co corp jr sr al ph.d m.sc b.sc m.d u.s u.k u.n u.s.a e.u d.c assn ass str gmbh cie г гг в вв т тыс млн',
  'млрд руб чел р др op cit ibid loc',
);

/** End a list or a time of day. Before a capital they also end the sentence, before a quoted word or a bracket they do not. */
export const closingAbbreviations = words('etc usw usf u.s.w a.m p.m am pm т.д т.п и.т.д');

/** Words that begin sentences far more often than names: after `U.S.` or an initial they show that the sentence ended. */
export const sentenceStarters = words(
  'the a an this that these those it its he she they we you i in on at if when while for but and so however there here what',
  'how why who as to from with by after before since because although then thus our my your his her their no not all some',
  'each every many most also see note use only both another such any is are was do does did can could once until unlike',
  'der die das ein eine einen es er sie wir ich im am auf mit bei für von zu wenn als auch dies diese dieser dieses man und',
  'aber da dann dort nach seit hier um wie was wer le la les un une il elle nous vous ils elles ce cette ces dans en pour si',
  'mais et on je tu el los las una este esta por para pero y se lo como cuando но и это он она они мы вы на если для как',
  'при что так я по эти этот эта все когда',
);

/** Follow an ordinal (`3. Oktober`). */
export const germanMonths = words(
  'januar jänner februar märz april mai juni juli august september oktober november dezember',
);

/** Recognises German, where an ordinal is written with a period, by its common words. */
export const germanText = /\b(?:und|der|die|das|ist|nicht|mit|von|den|ein|eine|wird|wurde)\b/gi;

/** Vectors of words: the weight of each word in a text. Words without an entry weigh 0. */
export type TermVector = ReadonlyMap<string, number>;

/** 0 if a vector is empty; may exceed 1 by a rounding error. */
export function termCosine(a: TermVector, b: TermVector): number {
  let dot = 0;
  for (const [term, weight] of a) dot += weight * (b.get(term) ?? 0);
  const length = Math.sqrt(squares(a) * squares(b));
  return length === 0 ? 0 : dot / length;
}

function squares(vector: TermVector): number {
  let total = 0;
  for (const weight of vector.values()) total += weight * weight;
  return total;
}
