/**
 * What the words of a header hint at, in all languages of `languages.ts`. A header alone never decides the type: the cells
 * must match as well.
 */
import { english } from '../languages/en.ts'
import { foldedTerms, type Language } from '../languages/language.ts'
import { languages } from '../languages/languages.ts'
import { headerWords, isOnlyAbout } from './header-text.ts'

const topics = [
  'email',
  'anotherPerson',
  'responseTime',
  'submissionTime',
  'eventTime',
  'freeText',
  'recommend',
  'rank',
] as const satisfies readonly (keyof Language)[]
/** `dayFirst`: the word for a date or time is from a language that writes the day first. */
export type HeaderTopic = (typeof topics)[number] | 'dayFirst'

type Terms = Map<string, Set<HeaderTopic>>

type TermIndex = {
  readonly words: Terms
  /** Beginnings of words, by their first letters. */
  readonly stems: Map<string, { stem: string; topic: HeaderTopic }[]>
  /** Terms of several words, by their first word. */
  readonly phrases: Map<string, { words: readonly string[]; topic: HeaderTopic }[]>
  /** Terms of languages without spaces. */
  readonly parts: { term: string; topic: HeaderTopic }[]
}

/** Built on first use: clients that only split files do not need it. */
let builtIndex: TermIndex | undefined

/** Looks each word up instead of trying thousands of terms on each header: a table may have 2,000 of them. */
export function topicsOf(text: string): ReadonlySet<HeaderTopic> {
  builtIndex ??= buildIndex()
  const index = builtIndex
  const found = new Set<HeaderTopic>()
  const words = headerWords(text)
  for (const [at, word] of words.entries()) {
    addAll(found, index.words.get(word))
    for (const { stem, topic } of index.stems.get(word.slice(0, stemKeyLength)) ?? [])
      if (word.startsWith(stem)) found.add(topic)
    for (const phrase of index.phrases.get(word) ?? [])
      if (phrase.words.every((part, offset) => words[at + offset] === part)) found.add(phrase.topic)
  }
  if (unspacedScript.test(text)) {
    const unspaced = text.replaceAll(' ', '')
    for (const { term, topic } of index.parts) if (unspaced.includes(term)) found.add(topic)
  }
  return found
}

/** Every stem has at least this many letters. */
const stemKeyLength = 3
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function addAll(found: Set<HeaderTopic>, added: ReadonlySet<HeaderTopic> | undefined): void {
  if (added) for (const topic of added) found.add(topic)
}

/** Words for times in other languages that are English words with another meaning. */
const alsoEnglish = ['data', 'tag', 'fin', 'final']

function buildIndex(): TermIndex {
  const index: TermIndex = { words: new Map(), stems: new Map(), phrases: new Map(), parts: [] }
  const englishWords = new Set([
    ...foldedTerms(english.responseTime),
    ...foldedTerms(english.date),
    ...alsoEnglish,
  ])
  for (const language of languages) {
    for (const topic of topics)
      for (const term of foldedTerms(language[topic])) addTerm(index, language, topic, term)
    if (!language.isDayFirst) continue
    for (const term of foldedTerms(`${language.responseTime}, ${language.date}`))
      if (!englishWords.has(term) && term.length > 2) addTerm(index, language, 'dayFirst', term)
  }
  return index
}

function addTerm(index: TermIndex, language: Language, topic: HeaderTopic, term: string): void {
  const words = term.split(' ')
  const [first = ''] = words
  if (language.isUnspaced && unspacedScript.test(term)) {
    index.parts.push({ term: term.replaceAll(' ', ''), topic })
  } else if (words.length > 1) {
    addTo(index.phrases, first, { words, topic })
  } else if (term.endsWith('*')) {
    addTo(index.stems, term.slice(0, stemKeyLength), { stem: term.slice(0, -1), topic })
  } else {
    index.words.set(term, (index.words.get(term) ?? new Set()).add(topic))
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, entry: T): void {
  const list = lists.get(key)
  if (list) list.push(entry)
  else lists.set(key, [entry])
}

/** `(1-5)`, `1 to 7`: the scale is too short for NPS. */
export const statesShortScale =
  /(?<!\d)[01]\s*(?:[-–—~～〜…]|\.\.\.?|to|bis|à|al?|até|y|e|et|and|und|tot|en|do|до|til|till|ile|ila|έως|から|到|至|부터)\s*[3-7](?!\d)/u

type WordSets = { readonly subject: ReadonlySet<string>; readonly filler: ReadonlySet<string> }

let nameWords: readonly WordSets[] | undefined
let dateWords: ReadonlySet<string> | undefined

const maxNameHeaderChars = 200
const questionNumber = /^q?\d{1,3}\s*[.)、:：．-]\s*/u

/** In one language, or in English and another one: words of three languages are a coincidence. */
export function asksForName(text: string): boolean {
  if (text.length > maxNameHeaderChars) return false
  nameWords ??= languages.map((language) => ({
    subject: wordsOf(`${english.name}, ${language.name}`),
    filler: wordsOf(`${english.nameFiller}, ${language.nameFiller}`),
  }))
  const asked = text.replace(questionNumber, '')
  const words = headerWords(asked)
  return (
    nameWords.some(({ subject, filler }) => isOnlyAbout(words, subject, filler)) ||
    languages.some(({ nameHeader }) => nameHeader?.test(asked))
  )
}

export function isBareDate(text: string): boolean {
  dateWords ??= wordsOf(languages.map(({ date }) => date).join(', '))
  return isOnlyAbout(headerWords(text), dateWords, dateFiller)
}

const dateFiller = new Set(['and', 'the', 'of'])

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(foldedTerms(list).flatMap((term) => term.split(' ')))
}
