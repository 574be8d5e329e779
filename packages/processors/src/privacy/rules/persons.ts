/** Names of people: by the lists, by what introduces them, and by what they do. Pure. */

import { dictionary } from '../words/dictionary.ts'
import type { Finding } from './finding.ts'
import { isSmallWord } from './language.ts'
import {
  calledOther,
  doesAfter,
  greeting,
  honorific,
  introduction,
  livesIn,
  nameLead,
  perhaps,
  placeWord,
  relation,
  selfLead,
  signOff,
  towards,
  vocative,
  worksAt,
} from './leads.ts'
import { isCommonWord, isFirstName, isFrequent, isLastName, isUnknownWord } from './name-words.ts'
import { isOrganizationKind } from './organization-words.ts'
import type { Reading } from './reading.ts'
import { textAfter, textBefore } from './reading.ts'
import type { Sequence } from './sequences.ts'
import type { Token } from './tokens.ts'

export function findPersons(reading: Reading, sequences: readonly Sequence[]): Finding[] {
  const found: Finding[] = []
  for (const sequence of sequences) {
    const isTold = isIntroduced(textBefore(reading, sequence.start, 64))
    const trimmed = isTold ? { ...sequence, isTrimmed: false } : trim(sequence)
    const confidence = trimmed === null ? null : judge(reading, trimmed)
    if (trimmed !== null && confidence !== null && confidence >= 0.5) {
      found.push({ start: overTitle(reading, trimmed.start), end: trimmed.end, category: 1, confidence })
    }
  }
  return found
}

/** "Mrs. Hollander", "Professor Abernathy": the title is hidden too, for it says whether it is a man or a woman. */
export function overTitle({ text }: Reading, start: number): number {
  const title =
    /(?<![\p{L}\p{N}])(?:mr|mrs|ms|miss|mx|dr|doctor|prof|professor|mister|sir|madam|madame|monsieur|herr|frau|señor|señora|sr|sra|signor|signora|nurse)\.?[ ]{1,2}$/iu.exec(
      text.slice(Math.max(0, start - 14), start),
    )
  return title === null ? start : start - title[0].length
}

/** Something is said that is always followed by a name, so that even an everyday word is one. */
function isIntroduced(before: string): boolean {
  return (
    nameLead.test(before) ||
    introduction.test(before) ||
    honorific.test(before) ||
    signOff.test(before) ||
    /\b(?:i'm|i am) $/.test(before)
  )
}

type Name = {
  readonly start: number
  readonly end: number
  readonly words: readonly Token[]
  readonly startsSentence: boolean
  readonly isTrimmed: boolean
}

/** Without the everyday words a sentence begins with ("When Anna", "Does Tom") and the titles behind a name. */
function trim(sequence: Sequence): Name | null {
  const words = [...sequence.words]
  let isTrimmed = false
  while (words.length > 0) {
    const first = words[0]
    const second = words[1]
    if (first === undefined) break
    if (sequence.startsSentence && !isTrimmed && second !== undefined && isSmallWord(first.key)) {
      words.shift()
      isTrimmed = true
      continue
    }
    if (!isCommonWord(first.key)) break
    if (second !== undefined && !isFrequent(first.key) && !isCommonWord(second.key)) break
    if (isFirstName(first.key) && second !== undefined && !isVerb(second)) break
    if (isFirstName(first.key) && (!sequence.startsSentence || isTrimmed)) break
    if (isFirstName(first.key) && second === undefined && sequence.startsSentence) break
    if (
      !sequence.startsSentence &&
      words.length > 1 &&
      isLastName(words.at(-1)?.key ?? '') &&
      !isCommonWord(words.at(-1)?.key ?? '')
    )
      break
    if (
      /^(?:saint|st|san|santa|new|lake|mount|port|fort|cape|north|south|east|west)$/.test(first.key) &&
      second !== undefined
    )
      return null
    words.shift()
    isTrimmed = true
  }
  while (words.length > 1 && /^(?:phd|md|ceo|cto|cfo|esq|rn|mba)$/.test(words.at(-1)?.key ?? '')) words.pop()
  const end = words.at(-1)
  if (
    words.length > 1 &&
    end !== undefined &&
    (isOrganizationKind(end.key) ||
      /^(?:day|week|month|year|eve|street|road|drive|trail|version|show|account|app)$/.test(end.key)) &&
    !isLastName(end.key)
  )
    return null
  if (words.every((word) => /^\p{Lu}{2,4}$/u.test(word.text))) return null
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    start: first.start,
    end: last.end,
    words,
    startsSentence: sequence.startsSentence && !isTrimmed,
    isTrimmed,
  }
}

function isVerb(token: Token): boolean {
  return !token.isCapital
}

function judge(reading: Reading, name: Name): number | null {
  const first = name.words[0]
  const last = name.words.at(-1)
  if (first === undefined || last === undefined) return null
  const before = textBefore(reading, name.start, 64)
  const after = textAfter(reading, name.end, 40)
  const facts = describe(name.words)
  if (calledOther.test(before)) return null
  if (honorific.test(before))
    return facts.isWordsOnly && !facts.isFirst && !isLastName(last.key) ? null : 0.94
  if (nameLead.test(before)) return facts.isAcronym ? 0.4 : 0.95
  if (facts.isAcronym) return null
  const isPlace = dictionary().places.get(name.words.map((word) => word.key).join(' '))
  const isFamous = isPlace === 'country' || isPlace === 'region' || isPlace === 'metropolis'
  const expectsPlace = livesIn.test(before)
  if (expectsPlace && (isPlace !== undefined || !facts.isFirst)) return null
  if (worksAt.test(before) && !facts.isFirst) return null
  if (relation.test(before) || greeting.test(before)) return facts.isWordsOnly && !facts.isFirst ? null : 0.9
  if (introduction.test(before) || /\b(?:i'm|i am) $/.test(before))
    return facts.isWordsOnly && isFrequent(first.key) && !facts.isFirst ? null : 0.86
  if (selfLead.test(before))
    return facts.isWordsOnly && !facts.isFirst
      ? null
      : isFamous && name.words.length === 1 && !facts.isFirst
        ? null
        : 0.88
  const acts =
    doesAfter.test(after) || (facts.isFirst && /^ [a-z]{3,}(?:ed|[^s]s)\b(?! (?:are|were|and)\b)/.test(after))
  if (isFamous && name.isTrimmed) return null
  if (facts.isFirst)
    return ofFirstName(reading, name, { acts, isFamous, isPlace: isPlace !== undefined, before })
  if (isFamous) return null
  if (isPlace !== undefined && !acts && placeWord.test(before) && !towards.test(before)) return null
  return ofUnknown(reading, name, { acts, before, isPlace: isPlace !== undefined })
}

function describe(words: readonly Token[]): { isFirst: boolean; isWordsOnly: boolean; isAcronym: boolean } {
  const first = words[0]
  return {
    isFirst: first !== undefined && isFirstName(first.key),
    isWordsOnly: words.every((word) => isCommonWord(word.key)),
    isAcronym: words.length === 1 && first !== undefined && /^[\p{Lu}\d]{2,4}$/u.test(first.text),
  }
}

type Around = { readonly acts: boolean; readonly before: string; readonly isPlace: boolean }

function ofFirstName(
  reading: Reading,
  name: Name,
  { acts, isFamous, isPlace, before }: Around & { isFamous: boolean },
): number | null {
  const [first, second] = name.words
  if (first === undefined) return null
  if (second === undefined && isSpeaker(reading, name)) return 0.9
  const isWord = isCommonWord(first.key)
  if (second !== undefined) {
    if (isWord && isCommonWord(second.key) && !isLastName(second.key))
      return acts && !name.startsSentence ? 0.6 : null
    return isWord && name.startsSentence ? 0.75 : 0.9
  }
  if (isPlace && !acts && /\b(?:in|near) (?:the )?$/.test(before)) return 0.55
  if (isFamous) return acts ? 0.78 : placeWord.test(before) ? null : 0.7
  if (isWord && name.startsSentence)
    return acts &&
      !/^(?:will|may|mark|hope|grant|grace|bill|rose|chase|faith|joy|drew|sue|pat|rob|jack|art|page)$/.test(
        first.key,
      )
      ? 0.7
      : actsClearly(reading, name.end)
        ? 0.7
        : null
  if (name.startsSentence && /^(?:\p{Lu}\p{Ll}*\p{Lu}|\p{Lu}{2,}$)/u.test(first.text)) return 0.5
  if (reading.language === 'de' && !acts && !towards.test(before) && !perhaps.test(before)) return 0.6
  return isWord ? (/\b(?:the|a|an|this|our|your) $/.test(before) ? null : 0.66) : 0.85
}

/** "Will said": nothing but a person does that. */
function actsClearly(reading: Reading, end: number): boolean {
  return /^(?:'s (?:husband|wife|son|daughter|mother|father|mom|mum|dad|brother|sister|friend|email|phone)| (?:said|says|told|asked|thinks|thought|wants|wanted|joined|works|worked|lives|lived|wrote|called|emailed|texted|mentioned|explained|suggested|replied|agreed|bought|sent|paid|booked|visited|moved|married|showed|helped|recommended|complained|laughed|smiled|teaches|taught|went|came|left|arrived|noticed|clicked|tried|liked|hated|forgot|needs|needed|will|is my|was my|and i|loves|loved|hates|knows|knew))\b/.test(
    textAfter(reading, end, 20),
  )
}

function ofUnknown(reading: Reading, name: Name, { acts, before, isPlace }: Around): number | null {
  const { words } = name
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return null
  // "Cuenta bancaria: …" in a form is a label.
  const isLabel = name.startsSentence && /^\s?:/.test(textAfter(reading, name.end, 3))
  if (isLabel && !isSpeaker(reading, name) && !isLastName(last.key)) return null
  if (reading.language === 'de')
    return words.length > 1 && isLastName(last.key) && !isCommonWord(first.key) ? 0.55 : null
  const isCalled = vocative.test(before) && /^(?:,|\?|\.?\s*$|:)/.test(textAfter(reading, name.end, 4))
  const isTold = towards.test(before) || isCalled || isSpeaker(reading, name)
  const isPerhaps = isTold || perhaps.test(before)
  const isArticle = /\b(?:the|a|an|this|that|these|our|your|my|some|any|every|each|its) $/.test(before)
  const unknown = words.filter((word) => isUnknownWord(word.key) && word.text.length > 1).length
  const initials = words.filter((word) => word.text.length === 1).length
  if (words.length > 1) {
    if (isArticle && !acts) return null
    if (words.length > 4) return null
    const isSurname = isLastName(last.key)
    if (initials > 0 && initials < words.length && (unknown > 0 || isSurname)) return 0.8
    if (isSurname && unknown > 0) return 0.78
    if (unknown === words.length)
      return isPlace ? 0.45 : reading.language === 'en' || !name.startsSentence ? 0.64 : 0.5
    if (unknown > 0 && (acts || isPerhaps) && !name.startsSentence) return 0.55
    return isSurname && acts && !isCommonWord(last.key) ? 0.6 : null
  }
  if (isArticle || /^\p{Lu}+$/u.test(first.text)) return null
  if (isLastName(first.key) && !isCommonWord(first.key))
    return acts || isTold ? 0.78 : isPerhaps ? 0.7 : name.startsSentence ? 0.5 : 0.6
  if (unknown === 0 || first.text.length < 3) return null
  if (/[a-z][A-Z]/.test(first.text)) return null
  if (acts) return name.startsSentence && reading.language !== 'en' ? 0.45 : 0.68
  if (isTold) return 0.7
  return isPerhaps ? 0.56 : null
}

/** "Ubul: What a wife." at the beginning of a line. */
function isSpeaker({ text }: Reading, name: Name): boolean {
  const isLine = name.start === 0 || /\n[>\s]*$/.test(text.slice(Math.max(0, name.start - 4), name.start))
  return (
    isLine &&
    /^\s?:\s+["“]?\p{Lu}\p{Ll}*[\s,'’]/u.test(text.slice(name.end, name.end + 30)) &&
    !/(?:date|number|name|mail|address|phone|id)$/i.test(text.slice(name.start, name.end))
  )
}

/** Every other mention of somebody already found: the family name alone, the first name alone. */
export function findMentions(reading: Reading, persons: readonly Finding[]): Finding[] {
  const parts = new Map<string, number>()
  for (const person of persons) {
    if (person.confidence < 0.75) continue
    for (const part of reading.text.slice(person.start, person.end).split(/[\s.-]+/)) {
      if (part.length >= 3 && /^\p{Lu}/u.test(part)) parts.set(part, person.confidence)
    }
  }
  const found: Finding[] = []
  for (const token of reading.tokens) {
    const confidence = token.isCapital ? parts.get(token.text) : undefined
    if (confidence === undefined || isCommonWord(token.key)) continue
    found.push({
      start: token.start,
      end: token.end,
      category: 1,
      confidence: Math.min(0.7, confidence - 0.1),
    })
  }
  return found
}
