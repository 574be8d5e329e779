/** Blood types, and what tells "A positive" from "a positive experience". */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, words } from './pattern.ts'

const group = String.raw`(?:a\s?b|a[12]b?|ab|a|b|o|oh|0|zero)`
const rhesusSigns = words`
  [+-]ve\b | [+＋] | [-−–](?![a-z0-9]) | positive | negative | positiv | negativ | positivo | negativo
  positif | n[eé]gatif | pos\b | neg\b | plus | minus | rh\s?\(?[+-]\)?
  rh[- ](?:positive|negative|pos|neg|plus|minus|factor (?:positive|negative))
`

/** "O negative", AB+, 0 Rh-. */
export const bloodTypeWithRhesus: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}'+-])${group}(?:\s?[,-]?\s?rh\s?(?:factor)?)?[\s-]?\(?(?:${rhesusSigns})\)?(?![\p{L}\p{N}])`,
  matches: ['O negative', 'AB+', '0 Rh-', 'type a positive'],
  rejects: ['C negative', 'O negatively', 'IO negative'],
}
/** "type a b", "O". */
export const bareBloodType: Pattern = {
  regex: regexWith('giu')`(?<![\p{L}\p{N}'+-])(?:type\s+)?${group}(?![\p{L}\p{N}'+])`,
  matches: ['type a b', 'O'],
  rejects: ['C', 'be'],
}
export const rhesusFactor: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?:rh|rhesus)(?:[\s-]?factor(?:\sis)?|\sd)?[\s-]?(?:positive|negative|pos|neg|\+|-)(?![\p{L}\p{N}])`,
  matches: ['rhesus negative', 'Rh factor is positive', 'rh+'],
  rejects: ['positive', 'rhesus monkey'],
}

const bloodWords = words`
  blood | bloodtype | donors? | donat\w+ | transfus\w+ | rhesus | plasma | blutgruppe | blut | sanguin\w*
  sanguign\w* | sangre | sangue | sang | bloedgroep | grupa krwi | blodgrupp
`
export const bloodMention: Pattern = {
  regex: regex`\b(?:${bloodWords})\b`,
  matches: ['my blood group', 'donated', 'blutgruppe'],
  rejects: ['bloody', 'bloodhound'],
}
const bloodTypeNames = words`
  blood[ -]?(?:type|group) | blutgruppe | grupo sanguineo | tipo de sangre | groupe sanguin
  gruppo sanguigno | tipo sanguineo | bloedgroep
`
export const bloodTypeLabelBefore: Pattern = {
  regex: regex`\b(?:${bloodTypeNames})\W{0,3}(?:\w+\W{1,2}){0,3}$`,
  matches: ['my blood type is ', 'blutgruppe: '],
  rejects: ['my blood is ', 'type '],
}

const otherResults = words`
  hepatitis | hiv | covid | vitamin | plan | option | grade | graded | score | rated? | a1c | strep
  influenza | flu | class | test(?:ed)? | rating | exam | got | gave | give | an?
`
/** "hepatitis B positive", "got an A plus". */
export const otherResultBefore: Pattern = {
  regex: regex`\b(?:${otherResults})\s(?:an? )?$`,
  matches: ['hepatitis ', 'i got an ', 'grade '],
  rejects: ["i'm ", 'type '],
}
export const possibleOwnerBefore: Pattern = {
  regex: regex`
    \b(?:i'm|i am|he's|she's|he is|she is|they're|we're|type|group|is|was|be|both|are|as|[a-z]+'s)
    \s(?:(?:a )?type )?$`,
  matches: ["i'm ", 'he is a type ', "mum's "],
  rejects: ['plan ', 'take '],
}
const family = words`dad | mom | mum | mother | father | wife | husband | son | daughter | brother | sister | partner | kid | who`
export const ownerBefore: Pattern = {
  regex: regex`\b(?:i'm|i am|type|group|he's|she's|both|all|(?:${family})(?:'s| is))\s(?:type )?$`,
  matches: ["i'm ", 'my dad is ', 'group '],
  rejects: ['it is ', 'we are '],
}
const endings = words`
  and\b | so\b | but\b | like\b | which\b | too\b | as well | by the way | the (?:doctor|nurse|lab)
  my (?:doctor|nurse) | according | apparently | i (?:think|believe|guess|know) | they (?:said|told) | if i
  (?:my|his|her|she|he|we|they|you)\b | in (?:my|our|the) family | myself | blood | until\b | since\b
  when\b | because\b | is (?:pretty|very|super|quite|really|so) (?:common|rare) | shortage | stock | supply
  supplies | units?\b | bags?\b | plasma
`
/** What may follow a blood type that ends its phrase. */
export const endAfterBloodType: Pattern = {
  regex: regex`^\s*(?:$|[.,;!?)]|${endings})`,
  matches: ['', ', so', ' like my mum', ' is pretty rare', ' shortage'],
  rejects: [' attitude', ' experience'],
}
export const announcedBefore: Pattern = {
  regex: regex`(?:type|group|gruppe|[:=])\s?(?:is |was )?$`,
  matches: ['my type is ', 'blutgruppe: '],
  rejects: ['that was ', 'i had '],
}
export const ordinaryNounAfter: Pattern = {
  regex: regex`
    ^[\s]*(?:attitude|experience|change|review|feedback|impact|effect|result|test|way|outlook|impression)`,
  matches: [' attitude', ' review'],
  rejects: [' donor', '.'],
}
export const asideAfterBloodType: Pattern = {
  regex: regex`^,? (?:that's|apparently|i (?:think|believe)|same|like me|here)\b`,
  matches: [', apparently', ' like me'],
  rejects: [' experience', ' sames'],
}
export const bloodOrDonorAfter: Pattern = {
  regex: regex`^\W*(?:blood|donor)`,
  matches: [' blood', ', donor'],
  rejects: [' person'],
}
export const quantityAfterA: Pattern = {
  regex: regex`^ (?:lot|bit|few|good|long|really)`,
  matches: [' lot of', ' really'],
  rejects: [' donor'],
}
export const bareOwnerBefore: Pattern = {
  regex: regex`
    \b(?:i'm|i am|he's|she's|he is|she is|we're|they're|have|has|had|both|all|was)\s(?:blood )?(?:group )?$`,
  matches: ["i'm ", 'i have blood group '],
  rejects: ['it is ', 'in group '],
}
export const phraseEndAfter: Pattern = {
  regex: regex`^\s*(?:$|[.,;!?)]|and\b|so\b|but\b)`,
  matches: ['.', ' and', ''],
  rejects: [' personality', ' sofa'],
}
export const bloodNounAfter: Pattern = {
  regex: regex`^[ -](?:type )?blood\b`,
  matches: [' blood', '-type blood'],
  rejects: [' bloody', ' donor'],
}
