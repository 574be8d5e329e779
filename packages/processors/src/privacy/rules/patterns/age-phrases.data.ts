/** Ages without a plain number of years: decades, approximations, birthdays, "34F". */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, words } from './pattern.ts'

/** Joins one age to the next: "4 and 7", "25-34". */
export const ageJoint: Pattern = {
  regex: regex`^\s*(?:${words`
  , | and | or | & | to | - | – | ,\s*and | , the other(?: one)?(?: is)?
  ,?\s*(?:almost|nearly|soon|going on|maybe|turning|or rather) | y | und | et
`})\s*$`,
  matches: [' and ', '-', ', the other is', ', almost '],
  rejects: [' years and ', ' in '],
}
const spokenTens = words`twenty | thirty | forty | fifty | sixty | seventy | eighty`
const spokenUnits = words`one | two | three | four | five | six | seven | eight | nine`
/** The first age of a range: "25 to 34 years old". */
export const ageRangeStart: Pattern = {
  regex: regexWith('i')`
    (?<![\d.,$])(?:\d{1,2}|(?:${spokenTens}|${spokenUnits}|ten|eleven|twelve)(?:[\s-](?:${spokenUnits}))?)
    -?\s?(?:-|–|to|and|or)\s?$`,
  matches: ['between 25 and ', 'thirty-four to ', '25-'],
  rejects: ['$25 and ', 'men and '],
}
const decadeNames = words`
  teens | twenties | thirties | forties | fourties | fifties | sixties | seventies | eighties | nineties
`
/** "early forties", "20s". */
export const decade: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?:(?:early|mid|middle|late|upper|lower)(?:[\s-]+to[\s-]+(?:mid|late))?[\s-]*)?
    (?:${decadeNames}|(?:[2-9]0|1[0-9])['’]?s)(?![\p{L}\p{N}])`,
  matches: ['in her mid-forties', 'late 20s', 'early to mid thirties'],
  rejects: ['200s', 'forty'],
}
export const partOfDecade: Pattern = {
  regex: regexWith('i')`^(?:early|mid|middle|late|upper|lower)`,
  matches: ['Early forties', 'mid-20s'],
  rejects: ['forties'],
}
export const ownDecadeBefore: Pattern = {
  regex: regex`\b(?:my|his|her|their|our|your|one's)\s$`,
  matches: ['in her ', 'my '],
  rejects: ['in the '],
}
export const secondOwnDecadeBefore: Pattern = {
  regex: regex`\b(?:my|his|her|their|our|your) (?:early |mid |late )?(?:[a-z]+ies|\d0'?s) (?:and|or|to) $`,
  matches: ['in my thirties and ', 'her late 20s or '],
  rejects: ['in the thirties and '],
}
export const eraBefore: Pattern = {
  regex: regex`\b(?:the|since|in)\s$`,
  matches: ['in the ', 'since '],
  rejects: ['my '],
}
/** "twenty-something", "fortyish", "the big four-oh". */
export const approximateAge: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?:(?:[2-9]0|${spokenTens})[\s-]?(?:something|odd)s?|(?:${spokenTens})[\s-]?ish|[2-9]\d-?ish
    |(?:anfang|mitte|ende)\s(?:zwanzig|dreissig|dreißig|vierzig|funfzig|fünfzig|sechzig|siebzig|achtzig|[2-8]0)
    |(?:vingtaine|trentaine|quarantaine|cinquantaine|soixantaine|treintañer[oa]|cuarent[oó]n\w*)
    |big[\s-](?:three|four|five|six|seven|eight|3|4|5|6|7|8)[\s-]?(?:oh|o|0)|sweet sixteen)(?![\p{L}\p{N}])`,
  matches: ['a twenty-something', 'fortyish', 'the big four oh', 'Mitte dreißig'],
  rejects: ['twenty', 'something'],
}
/** "34F", "M/28". */
export const ageWithGender: Pattern = {
  regex: regexWith('g')`
    (?<=^|[(\s,;:/|])(?:\d{2}\s?(?:yo|y/o)?\s?[MF]|[MF]\s?/?\s?\d{2})(?=$|[),;:/|\s.])`,
  matches: ['34F', '(M/28)', '41 yo M'],
  rejects: ['134F', '34f'],
}
export const describedPersonBefore: Pattern = {
  regex: regex`(?:\(|^|\b(?:i'm|i am|im|am|participant|respondent|a|p\d+)[\s,:]*\(?|[,;|/]\s?)$`,
  matches: ["i'm ", '(', 'participant: ', ''],
  rejects: ['gate ', 'room '],
}
/** "34yo", "34 yrs". */
export const ageWithUnit: Pattern = {
  regex: regexWith('giu')`(?<![\p{L}\p{N}.])\d{1,3}(?:yo|y|yrs?|yr-old)(?![\p{L}\p{N}])`,
  matches: ['34yo', '7yrs'],
  rejects: ['34 years', '1.5y'],
}
export const birthdayAfter: Pattern = {
  regex: regex`^\s(?:birthday|b-?day|bday|year of life|geburtstag|verjaardag)\b|^\.? (?:geburtstag)\b`,
  matches: [' birthday', ' bday party', '. geburtstag'],
  rejects: [' birthdays', ' floor'],
}
const celebrants = words`
  mum | mom | dad | mother | father | wife | husband | brother | sister | friend | grandma | grandpa | nan
  gran | partner | son | daughter | aunt | uncle | boss
`
/** "my mum's 60th", "celebrated her 21st". */
export const celebrantBefore: Pattern = {
  regex: regex`\b(?:(?:${celebrants})'s|my|her|his|celebrated (?:my|her|his)) $`,
  matches: ["my mum's ", 'her '],
  rejects: ['the ', "the company's "],
}
export const partyAfter: Pattern = {
  regex: regex`^(?:\s*$|[.,!?]| (?:is|was|party|next|last|this|in|on|with|and|celebration)\b)`,
  matches: [' party', '.', ' is next week'],
  rejects: [' floor', ' attempt'],
}
export const phraseEnd: Pattern = {
  regex: regex`^\s*(?:$|[.,;!?)])`,
  matches: ['', '.', ', so'],
  rejects: [' years', '-year'],
}
