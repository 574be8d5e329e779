/** Columns of survey tools, which contain no answers. */
import { foldedTerms } from '../languages/language.ts'
import { languages } from '../languages/languages.ts'
import { headerWords } from './header-text.ts'

let metadataNames: ReadonlySet<string> | undefined
let metadataTimes: ReadonlySet<string> | undefined

/** Also matches short names that start or end with an id word, such as `Respondent ID`, `ID répondant` and `user_id`. */
export function isToolColumn(nameText: string): boolean {
  metadataNames ??= headerSet(languages.map(({ metadata }) => metadata))
  const words = headerWords(nameText)
  if (metadataNames.has(words.join('')) || nameText === '#') return true
  const isShort = words.length <= 4
  return isShort && (isId(words.at(0)) || isId(words.at(-1)))
}

/** `Date last action`: a time of the response, although it reads like an answer about the last time. */
export function isToolTime(nameText: string): boolean {
  metadataTimes ??= headerSet(languages.map(({ metadataTime }) => metadataTime))
  return metadataTimes.has(headerWords(nameText).join(''))
}

function headerSet(lists: readonly string[]): ReadonlySet<string> {
  return new Set(foldedTerms(lists.join(', ')).map((header) => header.replaceAll(' ', '')))
}

const idWords = new Set([
  'id',
  'ids',
  'uuid',
  'guid',
  'identifiant',
  'identificador',
  'identificativo',
  'identyfikator',
  'identifikator',
  'identifier',
  'ид',
  'ід',
  'идентификатор',
  'ідентифікатор',
])

function isId(word: string | undefined): boolean {
  return word !== undefined && idWords.has(word)
}
