/** Nationalities and languages: what tells one from the other, and both from other words. */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, wordSet, words } from './pattern.ts'

const languageCues = words`
  speak(?:s|ing|ers?)? | spoke | spoken | fluent(?:ly)?(?: in)?
  languages?(?: is| are| was| were|:| to| -)? | in | into | learn(?:s|ed|ing|t)? | stud(?:y|ied|ying|ies)
  teach(?:es|ing)? | taught(?: me| us| him| her| them| himself| herself| myself| themselves)? | know | knows
  understand(?:s|ing)? | read(?:s|ing)? | writ(?:e|es|ing|ten)
  translat(?:e|es|ed|ing|ion|or)(?: it| this| that| everything)?(?: to| into| from)? | native
  mother tongue(?: is| was|:)? | tongue(?: is| was)? | bilingual | trilingual | subtitles? | subtitled
  dubbed | conversational | broken | basic | proficient(?: in)? | proficiency in
  switch(?:ed)?(?: (?:this|it|over|back))? to | set (?:it )?to
  change(?:d)?(?: (?:this|it|the language))? to | available in | say(?:s)? (?:it |that )?in | mix of
  practi[cs](?:e|ing) | improv(?:e|ing) | excellent | rusty | lessons in
  languages?[^.!?]{0,40}(?:including|like|such as|:|—|,) | translat\w*[^.!?]{0,30} from
  at home[^.!?]{0,14} | course in | classes in | major(?:ed|ing)? in | degree in | l1 | l2 | l1: | l2:
  talk(?:s|ing|ed)? | word of | words of | semesters? of | years? of | lessons? | course of
  count(?:s|ing)? in | answer(?:ed)? in | reply in | respond(?:ed)? in | sprech\w* | spricht | auf | lerne
  muttersprache(?: ist)? | sprache | hablo | habla | hablamos | idioma | lengua | parle | parlons | langue
  apprends | parlo | parla | lingua | falo | fala | spreek | spreekt | taal | ich kann | puedo | aprendo
  estudio
`
const amounts = words`
  original | the original | mostly
  a (?:little|bit of|tiny bit of|few words of|lick of|word of|single word of) | any | no | zero | enough
  some | only | fluent | good | basic | broken | perfect | the | both | also | mainly | very little | decent
  my | as much | better | just | brazilian | american | british | a bit | um | like | i think | proper
  standard | modern | formal | conversational | ein bisschen | ein wenig | un poco de | un peu | bem | bien
  gut | fliessend | auch | beetje
`

/** "I speak", "translated into", "available in". */
export const languageBefore: Pattern = {
  regex: regex`\b(?:${languageCues})[:,\s]+(?:(?:${amounts}) )*$`,
  matches: ['i speak ', 'translated into ', 'i speak a little ', 'ich spreche '],
  rejects: ["i'm ", 'she is '],
}

const languageNouns = words`
  language | languages | speak(?:er|ers|ing) | version | translations? | instructions | manual | edition
  phrases? | sentences? | pronunciation | spelling | terms? | script | letters
  (?:and [a-z]+ )?are (?:both )?(?:official|spoken|similar|related) | subtitles? | captions? | lessons?
  class | classes | course | courses | teacher | teachers | tutor | exam | test | skills | keyboard
  dictionary | alphabet | grammar | vocabulary | texts? | words? | accent | dialect
  as a (?:second|foreign|first|third) | interface | audio | voice | website | option | menu | setting
  localization | content
  is (?:my|not my|her|his|their|our|the|a) (?:first|second|native|mother|main|only|third|best|official|difficult|hard|beautiful|language)
  is (?:excellent|amazing|impressive|flawless|decent|alright|fine|weak|rusty|terrible|bad|good|great|okay|better|poor|perfect|getting|not (?:great|good|perfect|that)|fluent|limited|pretty|very|really|quite|hard|easy|difficult|spoken)
  isn't (?:great|good|perfect|that) | isn't | fluently | natively | well\b | very well | really well
  pretty well | at home | with my (?:parents|mother|mom|mum|kids|family|grandma|grandparents|husband|wife)
  to my | is spoken | was spoken | then | only | (?:hard|easy|difficult) to learn
`
/** "lessons", "is my first language", "fluently". */
export const languageAfter: Pattern = {
  regex: regex`^(?:[\s-](?:${languageNouns}))`,
  matches: [' lessons', '-speaking', ' is my first language', ' fluently', ' at home'],
  rejects: [' husband', ' food', ''],
}

const personNouns = words`
  citizen | citizens | citizenship | national | nationals | passport | origin | descent | heritage | born
  husband | wife | man | woman | guy | girl | boy | people | person | parents? | family | friends?
  colleagues? | mother | father | mom | mum | dad | grandmother | grandfather | grandparents | roommate
  neighbou?rs? | boss | students? | immigrants? | refugees? | expat | expats | ancestry | ethnicity | roots
  background | community | food | cuisine | restaurant | culture | company | companies | team | market
  customers? | users? | music | film | movie | government | president | army
  by (?:birth|nationality|descent|marriage) | couple | neighbou?rs | runner | athlete | actor | singer
  artist | writer | visa | embassy | consulate | doctor | nurse | teacher who | boyfriend | girlfriend
  partner | side
`
/** "citizen", "husband", "food": the word is a nationality. */
export const nationalityAfter: Pattern = {
  regex: regex`^[\s-](?:${personNouns})\b`,
  matches: [' citizen', ' husband', ' restaurant', '-born'],
  rejects: [' language', ' husbandry'],
}
const nationalitySubjects = words`
  i'm | i am | im | he's | she's | he is | she is | they're | they are | we're | we are | you're | who's
  who is | are | is | was | were | am | nationality(?: is|:)? | citizenship(?: is|:)? | half | part | born
  originally | a | an | being | become | became | becoming | as an? | naturali[sz]ed | dual | ethnically
  technically | proud | typical | fellow | other | many | most | by | of | all | both | young | old
  married an? | soy | somos | es | ich bin | bin | ist | sind | je suis | suis | est | sono | sou | ik ben
  holds? an? | have an? | has an? | got an? | my | his | her | our | the
`
const nationalityQualifiers = words`
  a | an | half | part | proud | originally | actually | also | not | technically | very | so | both | all
  native | naturalized | ethnic | full | born | second generation | first generation | third generation
  african | mixed | basically | fully | of
`
/** "she is half", "a proud". */
export const nationalityBefore: Pattern = {
  regex: regex`\b(?:${nationalitySubjects})\s(?:(?:${nationalityQualifiers}) )*$`,
  matches: ["i'm ", 'she is half ', 'my husband is originally '],
  rejects: ['i speak ', 'in '],
}

/** Joins one language or nationality to the next. */
export const nationalityJoint: Pattern = {
  regex: regexWith('i')`
    ^\s*(?:,|and|or|&|/|und|y|et|e|en|but|plus|, and|as well as|also|, or|to)?\s*
    (?:also |a little |a bit of |some |bit of |little |not |maybe |even |then |my |in |into
    |un poco de |ein bisschen |un peu d[e'])*$`,
  matches: [' and ', ', ', ' and a little ', '/'],
  rejects: [' is ', ' and she speaks '],
}
export const joinedNounAfter: Pattern = {
  regex: regex`^,? (?:and|or) [a-z]+(?=[\s-])`,
  matches: [' and french citizens', ', or dutch-'],
  rejects: [' and', ' french'],
}
/** "ones" after a language: "the Spanish ones". */
export const onesAfter: Pattern = { regex: regex`^ ones?\b`, matches: [' ones', ' one'], rejects: [' once'] }
/** "I'm only" is not about a language although "only" precedes one. */
export const personBeforeQualifier: Pattern = {
  regex: regex`
    \b(?:i'm|i am|he's|she's|he is|she is|they're|we're|are|am)
    (?: (?:only|just|both|mostly|mainly|also|perfect|basic|good|native)?\s?)$`,
  matches: ["i'm only ", 'they are '],
  rejects: ['i speak only ', 'it is '],
}
export const englishAsLanguageBefore: Pattern = {
  regex: regex`\b(?:the|my|his|her|our|is|of)\s$`,
  matches: ['my ', 'the '],
  rejects: ["i'm ", 'an '],
}
export const englishPersonBefore: Pattern = {
  regex: regex`\bparents|\b(?:he|she|husband|wife|mother|father|mum|mom|dad) is\s$`,
  matches: ['my parents are ', 'my dad is '],
  rejects: ['it is ', 'the '],
}
const choices = words`
  prefer(?:red)? | chose | choose | chosen | select(?:ed)? | pick(?:ed)? | want(?:ed)? | need(?:ed)?
  offer(?:ed)? | request(?:ed)? | words? (?:comes?|came|is|are|derived?) from
`
/** "I prefer", "the word comes from": a language. */
export const chosenLanguageBefore: Pattern = {
  regex: regex`\b(?:${choices}) (?:to have )?$`,
  matches: ['i prefer ', 'the word comes from '],
  rejects: ['i am ', 'i prefer the '],
}
export const endAfterChoice: Pattern = {
  regex: regex`^\s*(?:$|[.,;!?)]|or\b|and\b)`,
  matches: ['.', ' or dutch', ''],
  rejects: [' food', ' organs'],
}

const products = words`
  fries | toast | press | doors? | muffins? | roulette | cheese | army knife | pastr\w+ | breakfast tea
  setter | shepherd | bulldog | terrier | re | gas | rail | telecom | petroleum | post | oranges? | duck
  collar | dressing | vanilla | horn | kiss | manicure | windows? | express | airways | airlines | bake
  sheepdog | broom | inquisition
`
/** "French fries", "German shepherd". */
export const productAfter: Pattern = {
  regex: regex`^\s(?:${products})\b`,
  matches: [' fries', ' shepherd', ' windows'],
  rejects: [' husband', ' frieslander'],
}
export const verbObjectAfter: Pattern = {
  regex: regex`^\s(?:the|it|up|off|your|my|this|that)\b`,
  matches: [' the surface', ' it'],
  rejects: [' food', ' them'],
}
export const polishObjectAfter: Pattern = {
  regex: regex`^\s(?:the|it|up|off|your|my|this|that|them|his|her)\b`,
  matches: [' the surface', ' them'],
  rejects: [' food'],
}
/** Capitalized at the start of a sentence these may be other words. */
export const ambiguousAtSentenceStart = wordSet`polish scotch pole finn kiwi roma wu ga ewe lao latin creole dane turk`
/** In lower-case text these need a cue. */
export const ambiguousInLowerCase = wordSet`
  polish pole finn kiwi roma dane swede scot yank turk wu ga ewe lao brit creole latin patois pidgin braille asl
  bsl serb mandarin mandarins
`
/** Of those, the ones meant without a cue. */
export const clearInLowerCase = wordSet`mandarin asl brit pidgin creole`

const citizenshipWords = words`
  nationality | citizenship | citizens? of | nationals? of | passport from | staatsangehörigkeit
  nacionalidad | nationalité | nazionalità | nacionalidade
`
const notACountry = words`
  the | is | was | and | should | field | status | question | not | on | in | i | to | of | or | here
  there | my | your | a | an | for | did | do | does | has | have | had | can | will | would | matters?
  law | requirements? | papers? | test
`
/** "nationality: Kenya", "a citizen of Chad"; captures the country. */
export const citizenship: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?:${citizenshipWords})(?:\s(?:is|was|ist|es|est)|\s?[:=-])?\s(?:the\s)?
    (?!(?:${notACountry})(?![\p{L}]))(\p{L}[\p{L}\p{M}'’-]{2,24}(?:\s\p{Lu}[\p{L}\p{M}'’-]{2,24}){0,2})`,
  matches: ['nationality: Kenya', 'a citizen of Chad', 'Nacionalidad: Perú'],
  rejects: ['my nationality is not', 'citizenship test'],
}
/** "a US citizen". */
export const abbreviatedNationality: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}.])(?:US|U\.S\.|UK|U\.K\.|EU|USA|us|uk|eu)
    (?=[\s-](?:citizen|citizens|citizenship|national|nationals|passport)\b)`,
  matches: ['a US citizen', 'uk passport'],
  rejects: ['US dollars', 'Us citizens'],
}
