/**
 * The words by which `fact-form.ts` reads a sentence: which mean the same, which say nothing by themselves, and which tell what role
 * the words after them have. What is not listed here must be in both texts, so that a missing word never merges two facts.
 */

/** Words of one line have one meaning in notes about people, projects and software. Opposites and members of one kind are never listed together. */
const synonyms = `
have has own possess contain include|use utilize employ|prefer favor|like enjoy|love adore|hate detest|want wish desire|live reside dwell|buy purchase|start begin commence
finish complete conclude|end terminate|delete remove erase|fix repair mend|choose select pick|ask request|recommend suggest advise
show display|make create produce|construct build|change modify alter|get receive obtain|give provide supply|help assist
need require mandatory necessary required obligatory compulsory|store save persist keep retain|happen occur|allow permit|forbid prohibit disallow
reject decline refuse deny|approve accept|delay postpone defer|speak talk|explain describe|answer reply respond
try attempt|check verify|confirm validate|merge combine|split divide|found establish|hire recruit|increase raise rise|decrease reduce lower
plan intend|big large|small little|fast quick rapid|short brief concise|happy glad|difficult hard|easy simple|expensive costly
cheap inexpensive|important crucial essential|whole entire|wrong incorrect|correct right|sick ill|main primary|larger bigger|faster quicker
often frequently|usually normally typically generally|rarely seldom|always constantly|sometimes occasionally|all every each|many numerous
enough sufficient|outdated obsolete|holiday vacation|kid child|mom mother mum|dad father|physician doctor|lawyer attorney
migrate switch|ship release publish|run execute|customer client|employee worker|colleague coworker teammate|perform conduct
boss supervisor|firm company|error bug defect|issue problem|house home|flat apartment|car automobile|bike bicycle|phone telephone
picture image photo|movie film|folder directory|configuration config|repository repo|documentation docs|application app|database db
authentication auth|environment env|administrator admin|development dev|postgresql postgres|javascript js|typescript ts|kubernetes k8s
colour color|favourite favorite|organisation organization|centre center|licence license|maximum max|minimum min|information info
specification spec|parameter param|television tv|user benutzer nutzer anwender|benutzerin nutzerin anwenderin
`;
/** Verbs whose past has no -ed; where one is not in this list, its past and present count as different words. */
const pastForms = `
bought:buy wrote:write got:get went:go began:begin chose:choose left:leave made:make met:meet sent:send built:build kept:keep took:take
gave:give found:find said:say told:tell thought:think knew:know ran:run broke:break drove:drive ate:eat drank:drink fell:fall felt:feel
grew:grow held:hold lost:lose paid:pay rose:rise saw:see sold:sell spent:spend spoke:speak stood:stand taught:teach won:win came:come
had:have became:become brought:bring caught:catch flew:fly forgot:forget heard:hear led:lead slept:sleep threw:throw understood:understand
`;
/** Participles without -ed, which make a passive or a perfect with `is` and `has`. */
const participles = `
written built made kept taken given found said told known run broken driven eaten fallen felt grown held lost paid risen seen sold spent
spoken taught won come become brought caught flown forgotten heard led sent set put cut done gone begun chosen met left bought born read held
`;

/** Sentences that say the same with other words, in lower case and with straight quotes. Applied in this order. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:'t|not)\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/\b(?:'d|would) like(?=\s)/g, 'want'],
  [/\b(?:has|have|needs?|is required|are required) to\b/g, 'must'],
  [/\bunable to\b/g, 'not able to'],
  [/\b(?:(?:is|are) )?(not )?able to\b/g, 'can $1'],
  [/\bcould\b/g, 'can'],
  [/\b(likes?|enjoys?) (\S+(?: \S+)?) (?:more|better) than\b/g, 'prefer $2 over'],
  [/\bworks as (?=an?\b)/g, 'is '],
  [/\b(learn\w*|know) how to\b/g, '$1 to'],
  [/\b(?:works? for|(?:is|are) employed (?:at|by))\b/g, 'works at'],
  [/\bis (?:the |an? )?(\w{3,})[eo]r of\b/g, '$1s'],
  [/\b(?:turn|switch)(e?[sd]|ed)? (on|off)\b/g, 'put$1 $2'],
  [/\b(?:search|look)(s|ed|ing)? for\b/g, 'seek$1'],
  [/\b(?:takes?|took|taking) place\b/g, 'happens'],
  [/\b(?:gets?|got|getting) rid of\b/g, 'removes'],
  [/\bin charge of\b/g, 'responsible for'],
  [/\b(?:is|are) based in\b/g, 'lives in'],
  [/\b(?:located|situated) (?=in|at|on)/g, ''],
  [/\b(\w+) (?:has|have) an? (\w+) (?:named|called)\b/g, "$1's $2 is called"],
  [/\b(\w+) (?:has|have) an? (\w+) of\b/g, "$1's $2 is"],
  [/\bthere (?:is|are) (.+?) in ((?:the )?\w+)/g, '$2 has $1'],
  [/\bdislikes?\b/g, 'does not like'],
  [/\b(?:is|are) going to (?!the|an?\b)/g, 'will '],
  [/\btwice\b/g, '2 times'],
  [
    /\b((?:want|prefer|plan|hop(?=e|ing)|try|tries|start|beg[ai]n|love|like|enjoy|decide|agree|need|learn)\w*) to (?!the|an?\b)/g,
    '$1 ',
  ],
  [/\bwants? have\b/g, 'wants'],
  [/\b(\w+) by (?=\1\b)/g, '$1/'],
  [/\bnamed\b/g, 'called'],
  [/\b(?:once an?|once per|every|each) (hour|week|month|year)\b/g, '$1ly'],
  [/\b(?:once a|once per|every|each) day\b/g, 'daily'],
  [/\bevery night\b/g, 'nightly'],
  [/\b(?:an?|each) (?=(?:second|minute|hour|day|week|month|year)s?\b)/g, 'per '],
  [/\b(?:at least|a minimum of|no (?:less|fewer) than)\b/g, 'at-least'],
  [/\b(?:at most|up to|a maximum of|no more than)\b/g, 'at-most'],
  [/\bmore than\b(?= \d)/g, 'over'],
  [/\b(?:less|fewer) than\b(?= \d)/g, 'under'],
  [/\b(?:approximately|roughly|about|around|circa) (?=\d)/g, '~'],
  [/\bno longer\b/g, 'no-longer'],
  [/\b(prefer(?:s|red)? \S+(?: \S+)?) (?:to|rather than|instead of)\b/g, '$1 over'],
  [/\be-mail/g, 'email'],
  [/\b(?:due to|owing to|because of|(?:since|as)(?= the))\b/g, 'because'],
  [/\b(?:as well as|plus|&)\b/g, 'and'],
  [/\ba (few|little)\b/g, 'a-$1'],
  [/\b(?:a lot of|lots of)\b/g, 'many'],
  [/\b(?:(?:a|the) decision (?:was|is|was made)|it was decided)\b/g, 'decided'],
  [/\bin order to\b/g, 'to'],
  [/\basked for\b/g, 'requested'],
  [/\bresponds with\b/g, 'returns'],
  [/(\d) ?([ap])\.?m\b\.?/g, '$1$2m'],
  [/ ?(?:%|percent\b)/g, ' percent'],
  [
    /(?<!\b(?:in|on|at|until|since|by|for|of|before|after) )\b((?:last|next|this) (?:week|month|year|spring|summer|autumn|winter))\b/g,
    'in $1',
  ],
];

const numberWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';

export interface Lexicon {
  /** Say nothing alone. */
  readonly light: ReadonlySet<string>;
  /** Begin another phrase. */
  readonly determiners: ReadonlySet<string>;
  /** What follows is said of the rest of the sentence in this role. */
  readonly roles: ReadonlyMap<string, string>;
  /** Bound to the word after them. */
  readonly binders: ReadonlySet<string>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
const pairs = (text: string): Map<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':') as [string, string]),
  );
const roles = (same: string, ...others: readonly string[]): ReadonlyMap<string, string> =>
  new Map([...pairs(same), ...others.flatMap((line) => [...set(line)].map((word) => [word, word] as const))]);

const english: Lexicon = {
  light: set(
    'that it do does did will also just really very quite own currently current now there which who been being please so',
  ),
  determiners: set('the a an their its this these those'),
  roles: roles(
    'at:on within:in inside:in during:in into:to onto:on above:over below:under till:until if:when whenever:when',
    'in on of for with from to before after until since over under by than because when unless while without against between',
    'through about per as despite except toward towards via among behind near instead',
  ),
  binders: set('not no only'),
};
const german: Lexicon = {
  light: set('hat haben es sich auch wird werden'),
  // German articles say who does what: `Den Hund beißt der Mann`.
  determiners: set(''),
  roles: roles(
    'im:in zum:zu zur:zu vom:von beim:bei',
    'in an am auf bei mit von zu nach vor für aus über unter ohne seit bis durch',
  ),
  binders: set('nicht kein keine keinen nur'),
};

/** Of a phrase that says when something is. */
export const time =
  /\d|^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|\w+ber)$/;
export const clauseRoles = set('because when unless while before after');
export const beForms = set('is are was were am be');
export const haveForms = set('has have had');
export const pasts = pairs(pastForms);
export const isParticiple = (word: string): boolean =>
  participleSet.has(word) || (/[^e]ed$|ing$/.test(word) && word !== 'required');
export const numbers: ReadonlyMap<string, string> = new Map(numberWords.split(' ').map((word, i) => [word, String(i)]));
const participleSet = set(participles);
/** Say how often or how, wherever they stand. */
export const isAdverb = (word: string): boolean => adverbs.has(word) || /..ly$/.test(word);
const adverbs = set('always constantly often sometimes seldom never again still already yet regularly');

/** The first word of each line of synonyms stands for all of them. */
export const meanings: ReadonlyMap<string, string> = new Map(
  synonyms
    .trim()
    .split(/[|\n]/)
    .flatMap((line) => line.split(' ').map((word) => [word, line.split(' ')[0] ?? word] as const)),
);

export function lexiconOf(text: string): Lexicon {
  const isGerman = /\b(?:der|die|das|und|ist|nicht|ein|eine|hat|wird|im|mit)\b/.test(text);
  return isGerman && !/\b(?:the|is|are|of|and|to|has|was)\b/.test(text) ? german : english;
}
