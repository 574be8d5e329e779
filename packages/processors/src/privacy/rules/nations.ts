/** Nationalities and languages. Many words are both: what stands around them decides. Pure. */

import { entries } from '../words/dictionary.ts'
import {
  foreignLanguages,
  foreignNations,
  languageNations,
  languagesOnly,
  nations,
} from '../words/nations.data.ts'
import type { Finding } from './finding.ts'
import type { Reading } from './reading.ts'
import { startsSentence, textAfter, textBefore } from './reading.ts'
import type { Token } from './tokens.ts'

const nationWords = new Set(
  entries(nations).flatMap((name) => (/(?:ese|sh|ch|ss|men|[sx])$/.test(name) ? [name] : [name, `${name}s`])),
)
const bothWords = new Set(entries(languageNations))
const languageWords = new Set(
  entries(languagesOnly).filter((name) => !bothWords.has(name) || !nationWords.has(name)),
)
const foreign = new Map(
  Object.keys(foreignLanguages).map((language) => [
    language,
    {
      languages: new Set(entries(foreignLanguages[language] ?? '')),
      nations: new Set(entries(foreignNations[language] ?? '')),
    },
  ]),
)
const longest = 3

export function isNationOrLanguage(token: Token): boolean {
  return (
    nationWords.has(token.key) ||
    bothWords.has(token.key) ||
    (languageWords.has(token.key) && token.key.length > 3)
  )
}

export function findNations(reading: Reading): Finding[] {
  const found: Finding[] = []
  const { tokens } = reading
  for (let index = 0; index < tokens.length; index += 1) {
    const match = matchAt(reading, index)
    if (match === null) continue
    const first = tokens[index]
    const last = tokens[match.to - 1]
    if (first === undefined || last === undefined) continue
    const category = judge(reading, match.key, first, last, found.at(-1))
    if (category === null) continue
    found.push({
      start: first.start,
      end: last.end,
      category,
      confidence: match.to > index + 1 ? 0.95 : 0.88,
    })
    index = match.to - 1
  }
  return [...found, ...citizenships(reading)]
}

function matchAt(reading: Reading, index: number): { key: string; to: number } | null {
  const { tokens, language } = reading
  let key = ''
  let best: { key: string; to: number } | null = null
  let at = index
  const others = language === 'en' ? undefined : foreign.get(language)
  for (let words = 0; words < longest; words += 1) {
    const token = tokens[at]
    if (token === undefined || token.kind !== 'word' || (words > 0 && token.gap === 'break')) break
    key = key === '' ? token.key : `${key} ${token.key}`
    const isKnown =
      nationWords.has(key) ||
      bothWords.has(key) ||
      languageWords.has(key) ||
      others?.languages.has(key) === true ||
      others?.nations.has(key) === true
    if (isKnown) best = { key, to: at + 1 }
    at += /^[-–]$/.test(tokens[at + 1]?.text ?? '') && tokens[at + 1]?.gap === 'none' ? 2 : 1
  }
  return best
}

const languageBefore =
  /\b(?:speak(?:s|ing|ers?)?|spoke|spoken|fluent(?:ly)?(?: in)?|languages?(?: is| are| was| were|:| to| -)?|in|into|learn(?:s|ed|ing|t)?|stud(?:y|ied|ying|ies)|teach(?:es|ing)?|taught(?: me| us| him| her| them| himself| herself| myself| themselves)?|know|knows|understand(?:s|ing)?|read(?:s|ing)?|writ(?:e|es|ing|ten)|translat(?:e|es|ed|ing|ion|or)(?: it| this| that| everything)?(?: to| into| from)?|native|mother tongue(?: is| was|:)?|tongue(?: is| was)?|bilingual|trilingual|subtitles?|subtitled|dubbed|conversational|broken|basic|proficient(?: in)?|proficiency in|switch(?:ed)?(?: (?:this|it|over|back))? to|set (?:it )?to|change(?:d)?(?: (?:this|it|the language))? to|available in|say(?:s)? (?:it |that )?in|mix of|practi[cs](?:e|ing)|improv(?:e|ing)|excellent|rusty|lessons in|languages?[^.!?]{0,40}(?:including|like|such as|:|—|,)|translat\w*[^.!?]{0,30} from|at home[^.!?]{0,14}|course in|classes in|major(?:ed|ing)? in|degree in|l1|l2|l1:|l2:|talk(?:s|ing|ed)?|word of|words of|semesters? of|years? of|lessons?|course of|count(?:s|ing)? in|answer(?:ed)? in|reply in|respond(?:ed)? in|sprech\w*|spricht|auf|lerne|muttersprache(?: ist)?|sprache|hablo|habla|hablamos|idioma|lengua|parle|parlons|langue|apprends|parlo|parla|lingua|falo|fala|spreek|spreekt|taal|ich kann|puedo|aprendo|estudio)[:,\s]+(?:original |the original |mostly |a (?:little|bit of|tiny bit of|few words of|lick of|word of|single word of) |any |no |zero |enough |some |only |fluent |good |basic |broken |perfect |the |both |also |mostly |mainly |very little |decent |my |as much |better |just |brazilian |american |british |a bit |um |like |i think |proper |standard |modern |formal |conversational |ein bisschen |ein wenig |un poco de |un peu |bem |bien |gut |fliessend |auch |beetje )*$/
const languageAfter =
  /^(?:[\s-](?:language|languages|speak(?:er|ers|ing)|version|translations?|instructions|manual|edition|phrases?|sentences?|pronunciation|spelling|terms?|script|letters|(?:and [a-z]+ )?are (?:both )?(?:official|spoken|similar|related)|subtitles?|captions?|lessons?|class|classes|course|courses|teacher|teachers|tutor|exam|test|skills|keyboard|dictionary|alphabet|grammar|vocabulary|texts?|words?|accent|dialect|as a (?:second|foreign|first|third)|interface|audio|voice|website|option|menu|setting|localization|content|is (?:my|not my|her|his|their|our|the|a) (?:first|second|native|mother|main|only|third|best|official|difficult|hard|beautiful|language)|is (?:excellent|amazing|impressive|flawless|decent|alright|fine|weak|rusty|terrible|bad|good|great|okay|better|poor|perfect|getting|not (?:great|good|perfect|that)|fluent|limited|pretty|very|really|quite|hard|easy|difficult|spoken)|isn't (?:great|good|perfect|that)|isn't|fluently|natively|well\b|very well|really well|pretty well|at home|with my (?:parents|mother|mom|mum|kids|family|grandma|grandparents|husband|wife)|to my|is spoken|was spoken|then|only|(?:hard|easy|difficult) to learn))/
const chain =
  /^\s*(?:,|and|or|&|\/|und|y|et|e|en|but|plus|, and|as well as|also|, or|to)?\s*(?:also |a little |a bit of |some |bit of |little |not |maybe |even |then |my |in |into |un poco de |ein bisschen |un peu d[e'])*$/i
const people =
  /^[\s-](?:citizen|citizens|citizenship|national|nationals|passport|origin|descent|heritage|born|husband|wife|man|woman|guy|girl|boy|people|person|parents?|family|friends?|colleagues?|mother|father|mom|mum|dad|grandmother|grandfather|grandparents|roommate|neighbou?rs?|boss|students?|immigrants?|refugees?|expat|expats|ancestry|ethnicity|roots|background|community|food|cuisine|restaurant|culture|company|companies|team|market|customers?|users?|music|film|movie|government|president|army|by (?:birth|nationality|descent|marriage)|couple|neighbou?rs|runner|athlete|actor|singer|artist|writer|national|visa|embassy|consulate|doctor|nurse|teacher who|boyfriend|girlfriend|partner|side)\b/
const isPeople =
  /\b(?:i'm|i am|im|he's|she's|he is|she is|they're|they are|we're|we are|you're|who's|who is|are|is|was|were|am|nationality(?: is|:)?|citizenship(?: is|:)?|half|part|born|originally|a|an|being|become|became|becoming|as an?|naturali[sz]ed|dual|ethnically|technically|proud|typical|fellow|other|many|most|by|of|all|both|young|old|married an?|soy|somos|es|ich bin|bin|ist|sind|je suis|suis|est|sono|sou|ik ben|holds? an?|have an?|has an?|got an?|my|his|her|our|the)\s(?:a |an |half |part |proud |originally |actually |also |not |technically |very |so |both |all |native |naturalized |ethnic |full |born |second generation |first generation |third generation |african |mixed |basically |fully |of )*$/

function judge(
  reading: Reading,
  key: string,
  first: Token,
  last: Token,
  previous: Finding | undefined,
): 7 | 24 | null {
  if (!isMeant(reading, key, first, last)) return null
  const others = reading.language === 'en' ? undefined : foreign.get(reading.language)
  const isLanguage = bothWords.has(key) || languageWords.has(key) || others?.languages.has(key) === true
  const isNation = nationWords.has(key) || others?.nations.has(key) === true
  if (!isNation) return 7
  if (!isLanguage) return 24
  const before = textBefore(reading, first.start, 64)
  const after = textAfter(reading, last.end, 44)
  const joined = /^,? (?:and|or) [a-z]+(?=[\s-])/.exec(after)?.[0]
  if (people.test(after) || (joined !== undefined && people.test(after.slice(joined.length)))) return 24
  if (languageAfter.test(after) || (previous?.category === 7 && /^ ones?\b/.test(after))) return 7
  if (
    languageBefore.test(before) &&
    !/\b(?:i'm|i am|he's|she's|he is|she is|they're|we're|are|am) (?:only|just|both|mostly|mainly|also|perfect|basic|good|native)?\s?$/.test(
      before,
    )
  )
    return 7
  if (
    previous !== undefined &&
    chain.test(reading.text.slice(previous.end, first.start)) &&
    (previous.category === 7 || previous.category === 24)
  )
    return previous.category
  if (isPeople.test(before))
    return /^english$/.test(key) &&
      /\b(?:the|my|his|her|our|is|of)\s$/.test(before) &&
      !/\bparents|\b(?:he|she|husband|wife|mother|father|mum|mom|dad) is\s$/.test(before)
      ? 7
      : 24
  const isChosen =
    /\b(?:prefer(?:red)?|chose|choose|chosen|select(?:ed)?|pick(?:ed)?|want(?:ed)?|need(?:ed)?|offer(?:ed)?|request(?:ed)?|words? (?:comes?|came|is|are|derived?) from) (?:to have )?$/.test(
      before,
    )
  if (isChosen && /^\s*(?:$|[.,;!?)]|or\b|and\b)/.test(after)) return 7
  // "English is okay but Lithuanian would be better": what was spoken of goes on.
  const isNear =
    previous?.category === 7 &&
    first.start - previous.end < 60 &&
    !/[.!?]/.test(reading.text.slice(previous.end, first.start))
  return key === 'english' || isNear ? 7 : 24
}

/** Words that mean something else unless written with a capital, and names of dishes and breeds. */
function isMeant(reading: Reading, key: string, first: Token, last: Token): boolean {
  const after = textAfter(reading, last.end, 24)
  const before = textBefore(reading, first.start, 40)
  if (
    /^\s(?:fries|toast|press|doors?|muffins?|roulette|cheese|army knife|pastr\w+|breakfast tea|setter|shepherd|bulldog|terrier|re|gas|rail|telecom|petroleum|post|oranges?|duck|collar|dressing|vanilla|horn|kiss|manicure|windows?|express|airways|airlines|bake|sheepdog|horn|broom|inquisition)\b/.test(
      after,
    )
  )
    return false
  if (first.isCapital)
    return !(
      startsSentence(reading.tokens, reading.tokens.indexOf(first)) &&
      /^(?:polish|scotch|pole|finn|kiwi|roma|wu|ga|ewe|lao|latin|creole|dane|turk)$/.test(key) &&
      /^\s(?:the|it|up|off|your|my|this|that)\b/.test(after)
    )
  if (!reading.isUncased && reading.language === 'en') return false
  if (
    /^(?:polish|pole|finn|kiwi|roma|dane|swede|scot|yank|turk|wu|ga|ewe|lao|brit|creole|latin|patois|pidgin|braille|asl|bsl|serb|mandarins?)$/.test(
      key,
    )
  ) {
    if (/^\s(?:the|it|up|off|your|my|this|that|them|his|her)\b/.test(after) && key === 'polish') return false
    return (
      isPeople.test(before) ||
      languageBefore.test(before) ||
      /^mandarin$|^asl$|^brit$|^pidgin$|^creole$/.test(key)
    )
  }
  return true
}

const citizen =
  /(?<![\p{L}\p{N}])(?:nationality|citizenship|citizens? of|nationals? of|passport from|staatsangehörigkeit|nacionalidad|nationalité|nazionalità|nacionalidade)(?:\s(?:is|was|ist|es|est)|\s?[:=-])?\s(?:the\s)?(?!(?:the|is|was|and|should|field|status|question|not|on|in|i|to|of|or|here|there|my|your|a|an|for|did|do|does|has|have|had|can|will|would|matters?|law|requirements?|papers?|test)(?![\p{L}]))(\p{L}[\p{L}\p{M}'’-]{2,24}(?:\s\p{Lu}[\p{L}\p{M}'’-]{2,24}){0,2})/giu
const shortNation =
  /(?<![\p{L}\p{N}.])(?:US|U\.S\.|UK|U\.K\.|EU|USA|us|uk|eu)(?=[\s-](?:citizen|citizens|citizenship|national|nationals|passport)\b)/gu

/** "a US citizen", "nationality: Kenya". */
function* citizenships({ text }: Reading): Generator<Finding> {
  for (const match of text.matchAll(shortNation))
    yield { start: match.index, end: match.index + match[0].length, category: 24, confidence: 0.9 }
  for (const match of text.matchAll(citizen)) {
    const end = match.index + match[0].length
    yield { start: end - (match[1]?.length ?? 0), end, category: 24, confidence: 0.95 }
  }
}
