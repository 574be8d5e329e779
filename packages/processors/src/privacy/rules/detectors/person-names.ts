/** Names of people in cased text: listed names, names with a cue, and names of those who act. */

import { Category } from '../../categories.ts'
import { dictionary } from '../../words/dictionary.ts'
import type { Detection } from '../detector.ts'
import { employerCue, isOrganizationType } from '../patterns/organization-cues.data.ts'
import {
  clearPersonAction,
  firstNamesUsedAsVerbs,
  inflectedVerb,
  nonPersonEndings,
  personAction,
  placeNamePrefixes,
  postNominals,
} from '../patterns/person-actions.data.ts'
import {
  determinerBeforeName,
  greeting,
  honorific,
  iAm,
  namedThing,
  nameIntroduction,
  openingIntroduction,
  personObject,
  relationship,
  selfIntroduction,
  signOff,
  titleBeforeName,
  vocative,
  weakPersonCue,
} from '../patterns/person-cues.data.ts'
import { placeCue, placePreposition } from '../patterns/place-cues.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textAfter, textBefore } from '../text/analyzed-text.ts'
import { isForeignFunctionWord } from '../text/language.ts'
import type { Token } from '../text/tokens.ts'
import type { NameSequence } from './name-sequences.ts'
import { isCommonWord, isFirstName, isFrequentWord, isLastName, isUnknownWord } from './name-words.ts'

export function findCasedPersons(analyzed: AnalyzedText, sequences: readonly NameSequence[]): Detection[] {
  const found: Detection[] = []
  for (const sequence of sequences) {
    const isNamed = isIntroduced(textBefore(analyzed, sequence.start, 64))
    const trimmed = isNamed ? { ...sequence, isTrimmed: false } : trim(sequence)
    const confidence = trimmed === null ? null : judge(analyzed, trimmed)
    if (trimmed !== null && confidence !== null && confidence >= 0.5) {
      found.push({
        start: skipTitle(analyzed, trimmed.start),
        end: trimmed.end,
        category: Category.personName,
        confidence,
      })
    }
  }
  return found
}

/** The start of the title before a name: it is redacted as well, because it can reveal the gender. */
export function skipTitle({ text }: AnalyzedText, start: number): number {
  const title = titleBeforeName.regex.exec(text.slice(Math.max(0, start - 14), start))
  return title === null ? start : start - title[0].length
}

/** After these even an everyday word is a name. */
function isIntroduced(before: string): boolean {
  return (
    nameIntroduction.regex.test(before) ||
    openingIntroduction.regex.test(before) ||
    honorific.regex.test(before) ||
    signOff.regex.test(before) ||
    iAm.regex.test(before)
  )
}

type Name = {
  readonly start: number
  readonly end: number
  readonly words: readonly Token[]
  readonly startsSentence: boolean
  readonly isTrimmed: boolean
}

/** Without everyday words that begin the sentence ("When Anna", "Does Tom") and without post-nominals. */
function trim(sequence: NameSequence): Name | null {
  const words = [...sequence.words]
  let isTrimmed = false
  while (words.length > 0) {
    const first = words[0]
    const second = words[1]
    if (first === undefined) break
    if (sequence.startsSentence && !isTrimmed && second !== undefined && isForeignFunctionWord(first.key)) {
      words.shift()
      isTrimmed = true
      continue
    }
    if (!isCommonWord(first.key)) break
    if (second !== undefined && !isFrequentWord(first.key) && !isCommonWord(second.key)) break
    if (isFirstName(first.key) && second?.isCapital) break
    if (isFirstName(first.key) && (!sequence.startsSentence || isTrimmed)) break
    if (isFirstName(first.key) && second === undefined && sequence.startsSentence) break
    if (
      !sequence.startsSentence &&
      words.length > 1 &&
      isLastName(words.at(-1)?.key ?? '') &&
      !isCommonWord(words.at(-1)?.key ?? '')
    )
      break
    if (placeNamePrefixes.has(first.key) && second !== undefined) return null
    words.shift()
    isTrimmed = true
  }
  while (words.length > 1 && postNominals.has(words.at(-1)?.key ?? '')) words.pop()
  const end = words.at(-1)
  if (
    words.length > 1 &&
    end !== undefined &&
    (isOrganizationType(end.key) || nonPersonEndings.has(end.key)) &&
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

function judge(analyzed: AnalyzedText, name: Name): number | null {
  const first = name.words[0]
  const last = name.words.at(-1)
  if (first === undefined || last === undefined) return null
  const before = textBefore(analyzed, name.start, 64)
  const after = textAfter(analyzed, name.end, 40)
  const kind = describe(name.words)
  if (namedThing.regex.test(before)) return null
  if (honorific.regex.test(before))
    return kind.isEverydayWords && !kind.isFirst && !isLastName(last.key) ? null : 0.94
  if (nameIntroduction.regex.test(before)) return kind.isAcronym ? 0.4 : 0.95
  if (kind.isAcronym) return null
  const isPlace = dictionary().places.get(name.words.map((word) => word.key).join(' '))
  const isFamous = isPlace === 'country' || isPlace === 'region' || isPlace === 'metropolis'
  const expectsPlace = placeCue.regex.test(before)
  if (expectsPlace && (isPlace !== undefined || !kind.isFirst)) return null
  if (employerCue.regex.test(before) && !kind.isFirst) return null
  if (relationship.regex.test(before) || greeting.regex.test(before))
    return kind.isEverydayWords && !kind.isFirst ? null : 0.9
  if (openingIntroduction.regex.test(before) || iAm.regex.test(before))
    return kind.isEverydayWords && isFrequentWord(first.key) && !kind.isFirst ? null : 0.86
  if (selfIntroduction.regex.test(before))
    return kind.isEverydayWords && !kind.isFirst
      ? null
      : isFamous && name.words.length === 1 && !kind.isFirst
        ? null
        : 0.88
  const acts = personAction.regex.test(after) || (kind.isFirst && inflectedVerb.regex.test(after))
  if (isFamous && name.isTrimmed) return null
  if (kind.isFirst)
    return judgeFirstName(analyzed, name, { acts, isFamous, isPlace: isPlace !== undefined, before })
  if (isFamous) return null
  if (
    isPlace !== undefined &&
    !acts &&
    placePreposition.regex.test(before) &&
    !personObject.regex.test(before)
  )
    return null
  return judgeUnknownName(analyzed, name, { acts, before, isPlace: isPlace !== undefined })
}

function describe(words: readonly Token[]): {
  isFirst: boolean
  isEverydayWords: boolean
  isAcronym: boolean
} {
  const first = words[0]
  return {
    isFirst: first !== undefined && isFirstName(first.key),
    isEverydayWords: words.every((word) => isCommonWord(word.key)),
    isAcronym: words.length === 1 && first !== undefined && /^[\p{Lu}\d]{2,4}$/u.test(first.text),
  }
}

type NameContext = { readonly acts: boolean; readonly before: string; readonly isPlace: boolean }

function judgeFirstName(
  analyzed: AnalyzedText,
  name: Name,
  { acts, isFamous, isPlace, before }: NameContext & { isFamous: boolean },
): number | null {
  const [first, second] = name.words
  if (first === undefined) return null
  if (second === undefined && isSpeaker(analyzed, name)) return 0.9
  const isWord = isCommonWord(first.key)
  if (second !== undefined) {
    if (isWord && isCommonWord(second.key) && !isLastName(second.key))
      return acts && !name.startsSentence ? 0.6 : null
    return isWord && name.startsSentence ? 0.75 : 0.9
  }
  if (isPlace && !acts && /\b(?:in|near) (?:the )?$/.test(before)) return 0.55
  if (isFamous) return acts ? 0.78 : placePreposition.regex.test(before) ? null : 0.7
  if (isWord && name.startsSentence)
    return acts && !firstNamesUsedAsVerbs.has(first.key) ? 0.7 : actsClearly(analyzed, name.end) ? 0.7 : null
  if (name.startsSentence && /^(?:\p{Lu}\p{Ll}*\p{Lu}|\p{Lu}{2,}$)/u.test(first.text)) return 0.5
  if (
    analyzed.language === 'de' &&
    !acts &&
    !personObject.regex.test(before) &&
    !weakPersonCue.regex.test(before)
  )
    return 0.6
  return isWord ? (/\b(?:the|a|an|this|our|your) $/.test(before) ? null : 0.66) : 0.85
}

/** "Will said". */
function actsClearly(analyzed: AnalyzedText, end: number): boolean {
  return clearPersonAction.regex.test(textAfter(analyzed, end, 20))
}

function judgeUnknownName(
  analyzed: AnalyzedText,
  name: Name,
  { acts, before, isPlace }: NameContext,
): number | null {
  const { words } = name
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return null
  // "Cuenta bancaria: …" in a form is a label.
  const isLabel = name.startsSentence && /^\s?:/.test(textAfter(analyzed, name.end, 3))
  if (isLabel && !isSpeaker(analyzed, name) && !isLastName(last.key)) return null
  if (analyzed.language === 'de')
    return words.length > 1 && isLastName(last.key) && !isCommonWord(first.key) ? 0.55 : null
  const isCalled = vocative.regex.test(before) && /^(?:,|\?|\.?\s*$|:)/.test(textAfter(analyzed, name.end, 4))
  const hasCue = personObject.regex.test(before) || isCalled || isSpeaker(analyzed, name)
  const mayBePerson = hasCue || weakPersonCue.regex.test(before)
  const isArticle = determinerBeforeName.regex.test(before)
  const unknown = words.filter((word) => isUnknownWord(word.key) && word.text.length > 1).length
  const initials = words.filter((word) => word.text.length === 1).length
  if (words.length > 1) {
    if (isArticle && !acts) return null
    if (words.length > 4) return null
    const isSurname = isLastName(last.key)
    if (initials > 0 && initials < words.length && (unknown > 0 || isSurname)) return 0.8
    if (isSurname && unknown > 0) return 0.78
    if (unknown === words.length)
      return isPlace ? 0.45 : analyzed.language === 'en' || !name.startsSentence ? 0.64 : 0.5
    if (unknown > 0 && (acts || mayBePerson) && !name.startsSentence) return 0.55
    return isSurname && acts && !isCommonWord(last.key) ? 0.6 : null
  }
  if (isArticle || /^\p{Lu}+$/u.test(first.text)) return null
  if (isLastName(first.key) && !isCommonWord(first.key))
    return acts || hasCue ? 0.78 : mayBePerson ? 0.7 : name.startsSentence ? 0.5 : 0.6
  if (unknown === 0 || first.text.length < 3) return null
  if (/[a-z][A-Z]/.test(first.text)) return null
  if (acts) return name.startsSentence && analyzed.language !== 'en' ? 0.45 : 0.68
  if (hasCue) return 0.7
  return mayBePerson ? 0.56 : null
}

/** "Ubul: What a wife." at the beginning of a line. */
function isSpeaker({ text }: AnalyzedText, name: Name): boolean {
  const isLine = name.start === 0 || /\n[>\s]*$/.test(text.slice(Math.max(0, name.start - 4), name.start))
  return (
    isLine &&
    /^\s?:\s+["“]?\p{Lu}\p{Ll}*[\s,'’]/u.test(text.slice(name.end, name.end + 30)) &&
    !/(?:date|number|name|mail|address|phone|id)$/i.test(text.slice(name.start, name.end))
  )
}
