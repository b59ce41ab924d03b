/** The phrases people use to announce a change of subject, in English and German. */

const english = [
  /(?:let['’]?s |let us |i(?:['’]d| would) like to |(?:can|could|shall) we )?mov(?:e|ing) on\b/,
  /(?:let['’]?s |let us |(?:can|could|shall) we )?(?:chang(?:e|ing)|switch(?:ing)?)(?: the)? (?:gears|topics?|subjects?)/,
  /(?:i have |here['’]?s |(?:just )?(?:one|and) )*(?:an|a|my|the|one)? ?(?:next|another|new|different|more|last|unrelated|separate) (?:question|topic|subject|thing|issue|problem)\b/,
  /on (?:another|a different|an unrelated) (?:note|topic|subject)/,
  /(?:by the way|btw|speaking of|in other news|turning to|unrelated(?:ly)?|something (?:else|different)|now for)\b/,
  /let['’]?s (?:talk about|turn to)\b/,
];

const german = [
  /(?:ich habe )?(?:noch )?(?:meine |eine |die )?(?:nächste|andere|weitere|neue|letzte) frage/,
  /(?:ein |das )?(?:nächstes?|anderes|weiteres|neues) thema|(?:der |ein )?(?:nächster?|anderer|weiterer) punkt/,
  /(?:noch )?(?:etwas|was) (?:ganz )?anderes/,
  /(?:themenwechsel|übrigens|apropos|nebenbei|wechseln wir|machen wir weiter mit)/,
  /(?:kommen wir|gehen wir) (?:nun |jetzt |noch )?(?:über )?zu[mr]?\b|weiter (?:geht es |geht['’]?s )?mit\b/,
];

/** Words that may come before them. */
const fillers =
  'ok|okay|so|now|well|great|good|perfect|thanks|thank you|alright|and|but|oh|ach|und|gut|danke|super|also|aber|so';

/** Only at the start of a sentence or clause: there the phrases are about the conversation, elsewhere about its subject. */
const marker = new RegExp(
  String.raw`(?:^|[.!?:;,\n*>()–—-])\s*(?:(?:${fillers})[,.!:]?\s+)*(?:${[...english, ...german].map(({ source }) => source).join('|')})`,
  'iu',
);

/** True if the first sentences of a message announce another subject. */
export function announcesTopicChange(opening: string): boolean {
  return marker.test(opening);
}
