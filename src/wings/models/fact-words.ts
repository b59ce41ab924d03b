/**
 * The words by which `fact-form.ts` reads a sentence: which mean the same, which say nothing by themselves, and which tell what role
 * the words after them have. What is not listed here must be in both texts, so that a missing word never merges two facts.
 */
import { stem } from '../../index/terms/stem';

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
/** Verbs whose past has no -ed. */
const pastForms = `
bought=buy wrote:write got:get went:go began:begin chose:choose left:leave made:make met:meet sent:send built:build kept:keep took:take
gave:give found:find said:say told:tell thought:think knew:know ran:run broke:break drove:drive ate:eat drank:drink fell:fall felt:feel
grew:grow held:hold lost:lose paid:pay rose:rise saw:see sold:sell spent:spend spoke:speak stood:stand taught:teach won:win came:come
had:have became:become brought:bring caught:catch flew:fly forgot:forget heard:hear led:lead slept:sleep threw:throw understood:understand
`;
/** Participles without -ed, which make a passive or a perfect with `is` and `has`. */
const participles = `
written built made kept taken given found said told known run broken driven eaten fallen felt grown held lost paid risen seen sold spent
spoken taught won come become brought caught flown forgotten heard led sent set put cut done gone begun chosen met left bought born read held
`;

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
/** `from=to`, or a word that stays as it is. */
const table = (text: string, between: RegExp): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(between)
      .map((pair) => pair.split('='))
      .map(([from = '', to = from]) => [from, to]),
  );

const samePhrases = table(
  `cannot=can not|can't=can not|won't=will not|unable to=not able to|could=can|would like=want|'d like=want|has to=must|have to=must
need to=must|needs to=must|is required to=must|are required to=must|in charge of=responsible for|is based in=lives in
located in=in|located at=at|located on=on|works for=works at|work for=work at|is employed by=works at|works as a=is a|works as an=is an|takes place=happens
gets rid of=removes|get rid of=remove|named=called|dislikes=does not like|dislike=do not like|twice=2 times|in order to=to
every day=daily|every night=nightly|every week=weekly|once a week=weekly|every month=monthly|once a month=monthly|every year=yearly
at least=at-least|a minimum of=at-least|no less than=at-least|at most=at-most|up to=at-most|a maximum of=at-most|no more than=at-most
no longer=no-longer|a few=a-few|a little=a-little|a lot of=many|lots of=many|e-mail=email|due to=because|owing to=because
because of=because|as well as=and|asked for=requested|responds with=returns|it was decided=decided|the decision was made=decided
two=2|three=3|four=4|five=5|six=6|seven=7|eight=8|nine=9|ten=10|eleven=11|twelve=12|fifteen=15|twenty=20|thirty=30`,
  /[|\n]/,
);
const verbs = 'want|prefer|plan|hop(?=e|ing)|try|tries|start|beg[ai]n|love|like|enjoy|decide|agree|need|learn';

/** What other sentences say the same, in lower case. Applied in this order. */
const rewritten: readonly (readonly [RegExp, string])[] = [
  [/n't\b/g, ' not'],
  [/\b(?:(?:is|are) )?(not )?able to\b/g, 'can $1'],
  [/\b(likes?|enjoys?) (\S+(?: \S+)?) (?:more|better) than\b/g, 'prefer $2 over'],
  [/\b(prefer(?:s|red)? \S+(?: \S+)?) (?:to|rather than|instead of)\b/g, '$1 over'],
  [/\bis (?:the |an? )?(\w{3,})[eo]r of\b/g, '$1s'],
  [/\b(\w+) (?:has|have) an? (\w+) called\b/g, "$1's $2 is called"],
  [/\b(\w+) (?:has|have) an? (\w+) of\b/g, "$1's $2 is"],
  [/\bthere (?:is|are) (.{1,200}?) in ((?:the )?\w+)/g, '$2 has $1'],
  [/\b(?:is|are) going to (?!the|an?\b)/g, 'will '],
  [/\b((?:learn\w*|know) )how to\b/g, '$1to'],
  [new RegExp(String.raw`\b((?:${verbs})\w*) to (?!the|an?\b)`, 'g'), '$1 '],
  [/\bwants? have\b/g, 'wants'],
  [/\b(?:an?|each) (?=(?:second|minute|hour|day|week|month|year)s?\b)/g, 'per '],
  [/\b(?:approximately|roughly|about|around) (?=\d)/g, '~'],
  [/(\d) ?([ap])\.?m\b\.?/g, '$1$2m'],
  [/(\d) ?(?:%|percent\b)/g, '$1 percent'],
  [
    /(?:^|(?<=, |\w\w (?<!\b(?:in|on|at|by|since|until|before|after) )))(?=(?:last|next|this) (?:week|month|year)\b)/g,
    'in ',
  ],
];
const phrasePattern = new RegExp(
  String.raw`(?<![\w'])(?:${[...samePhrases.keys()].join('|')})(?!\w)|'d like(?!\w)`,
  'g',
);

/** With one phrase for those that mean the same. @param text in lower case, with straight quotes. */
export function withSamePhrases(text: string): string {
  let plain = text.replace(phrasePattern, (phrase) => samePhrases.get(phrase) ?? phrase);
  for (const [from, to] of rewritten) plain = plain.replace(from, to);
  return plain;
}

/** Say nothing alone. */
export const lightWords =
  set(`that it do does did will also just really very quite own currently current now there which who been being
  please so`);
/** Begin another phrase. */
export const determiners = set('the a an their its this these those');
/** Give the words after them a role in the sentence. */
export const roles = table(
  `at=on within=in inside=in during=in into=to onto=on above=over below=under till=until if=when whenever=when in on of for with from to
  before after until since over under by than because when unless while without against between through about per as despite except
  toward towards via among behind near instead`,
  /\s+/,
);
export const clauseRoles = set('because when unless while before after');
/** Belong to the word after them. */
export const binders = set('not no only');
export const beForms = set('is are was were am be');
export const haveForms = set('has have had');
export const pasts = table(pastForms.replaceAll(':', '='), /\s+/);
const otherParticiples = set(participles);
export const isParticiple = (word: string): boolean =>
  otherParticiples.has(word) || (/[^e]ed$|ing$/.test(word) && word !== 'required');
/** How often or how something is: wherever it stands in the sentence. */
export const isAdverb = (word: string): boolean => /..ly$/.test(word) || adverbs.has(word);
const adverbs = set('always constantly often sometimes seldom never again still already yet');
/** A word of a phrase that says when. */
export const timeWord =
  /\d|^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|\w+ber)$/;
/** By stem. The first word of each group stands for all of them. */
export const meanings: ReadonlyMap<string, string> = new Map(
  synonyms
    .trim()
    .split(/[|\n]/)
    .map((line) => line.split(' ').map(stem))
    .flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)),
);
