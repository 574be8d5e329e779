/** Number words in the supported languages. Keys are folded (see tokens.ts). */

import type { RuleLanguage } from './language.ts'

export type NumberWord = {
  /** "seven" is 7, "seventy" is 70, "hundred" is 00. */
  readonly digits: string
  readonly kind: 'digit' | 'teen' | 'ten' | 'scale'
}

type Lists = {
  /** Zero to nine; synonyms are separated by a bar. */
  readonly digits: string
  /** Ten to nineteen. */
  readonly teens: string
  /** Twenty, thirty, … ninety. */
  readonly tens: string
  /** Further words as word:value. */
  readonly more?: string
  readonly scales?: string
}

const lists: Record<RuleLanguage, Lists> = {
  en: {
    digits: 'zero|oh|nought|naught one two three four five six seven eight nine|niner',
    teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty|fourty fifty sixty seventy eighty ninety',
    scales: 'hundred:00 thousand:000',
  },
  de: {
    digits: 'null ein|eins zwei|zwo drei vier funf|fuenf sechs sieben acht neun',
    teens: 'zehn elf zwolf|zwoelf dreizehn vierzehn funfzehn|fuenfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreissig vierzig funfzig|fuenfzig sechzig siebzig achtzig neunzig',
    scales: 'hundert:00 tausend:000',
  },
  es: {
    digits: 'cero uno|un|una dos tres cuatro cinco seis siete ocho nueve',
    teens: 'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    more: 'veintiuno:21 veintiun:21 veintidos:22 veintitres:23 veinticuatro:24 veinticinco:25 veintiseis:26 veintisiete:27 veintiocho:28 veintinueve:29',
    scales: 'cien:100 ciento:100 mil:000',
  },
  fr: {
    digits: 'zero un|une deux trois quatre cinq six sept huit neuf',
    teens: 'dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante septante huitante|octante nonante',
    scales: 'cent:00 mille:000',
  },
  it: {
    digits: 'zero uno|un|una due tre quattro cinque sei sette otto nove',
    teens: 'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    scales: 'cento:00 mille:000',
  },
  pt: {
    digits: 'zero um|uma dois|duas tres quatro cinco seis|meia sete oito nove',
    teens:
      'dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    scales: 'cem:100 cento:100 mil:000',
  },
  nl: {
    digits: 'nul een twee drie vier vijf zes zeven acht negen',
    teens: 'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    scales: 'honderd:00 duizend:000',
  },
}

/** What joins unit and ten in languages that say the unit first: "einundzwanzig", "eenentwintig". */
const joiners: Partial<Record<RuleLanguage, string>> = { de: 'und', nl: 'en' }

function build(language: RuleLanguage): ReadonlyMap<string, NumberWord> {
  const { digits, teens, tens, more = '', scales = '' } = lists[language]
  const map = new Map<string, NumberWord>()
  const put = (words: string, value: string, kind: NumberWord['kind']) => {
    for (const word of words.split('|')) map.set(word, { digits: value, kind })
  }
  const digitWords = digits.split(' ')
  const tenWords = tens.split(' ')
  for (const [value, word] of digitWords.entries()) put(word, String(value), 'digit')
  for (const [index, word] of teens.split(' ').entries()) put(word, String(10 + index), 'teen')
  for (const [index, word] of tenWords.entries()) put(word, String(20 + 10 * index), 'ten')
  for (const pair of more.split(' ').filter(Boolean))
    put(pair.split(':')[0] ?? '', pair.split(':')[1] ?? '', 'teen')
  for (const pair of scales.split(' ').filter(Boolean))
    put(pair.split(':')[0] ?? '', pair.split(':')[1] ?? '', 'scale')
  const joiner = joiners[language]
  if (joiner !== undefined) {
    for (const [unit, units] of digitWords.entries())
      for (const [index, names] of tenWords.entries())
        for (const a of units.split('|'))
          for (const b of names.split('|'))
            if (unit > 0) put(`${a}${joiner}${b}`, String(20 + 10 * index + unit), 'teen')
  }
  return map
}

const built = new Map<RuleLanguage, ReadonlyMap<string, NumberWord>>()

export function numberWords(language: RuleLanguage): ReadonlyMap<string, NumberWord> {
  const known = built.get(language)
  if (known !== undefined) return known
  const map = build(language)
  built.set(language, map)
  return map
}

const repeats: Readonly<Record<string, number>> = {
  double: 2,
  triple: 3,
  treble: 3,
  quadruple: 4,
  doppel: 2,
  doble: 2,
}

/** How many times "double", "triple" and the like repeat the next digit. */
export function repeatOf(key: string): number | undefined {
  return Object.hasOwn(repeats, key) ? repeats[key] : undefined
}

const ordinalWords =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
const ordinals = new Map(ordinalWords.map((word, index) => [word, index + 1]))
ordinals.set('thirtieth', 30)
const tenOrdinals = new Map([
  ['fortieth', 40],
  ['fiftieth', 50],
  ['sixtieth', 60],
  ['seventieth', 70],
  ['eightieth', 80],
  ['ninetieth', 90],
  ['hundredth', 100],
])

/** "third" is 3, "fortieth" is 40. */
export function ordinalOf(key: string): number | undefined {
  return ordinals.get(key) ?? tenOrdinals.get(key)
}
