/**
 * Word lists that help to decide whether a period ends a sentence. Words are in lower case, without their last period. Several
 * languages share a list, because a text rarely declares its language and the few conflicts are rare at the end of a sentence.
 */

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
