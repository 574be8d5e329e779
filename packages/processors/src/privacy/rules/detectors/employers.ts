/** Organizations by the mention of an employer or supplier. */

import type { Detection } from '../detector.ts'
import {
  dealingWithOrganization,
  employerCue,
  legalForms,
  nonEmployers,
  organizationTypes,
  personOrOrganizationBefore,
  uncasedEmployerCues,
} from '../patterns/organization-cues.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textAfter, textBefore } from '../text/analyzed-text.ts'
import type { NameSequence } from './name-sequences.ts'
import { isClearFirstName, isCommonWord, isFirstName, isLastName, isUnknownWord } from './name-words.ts'
import { organization } from './organization.ts'

/** In a signature the line below the name is usually the employer. */
export function employersBelowNames(
  { text }: AnalyzedText,
  sequences: readonly NameSequence[],
  persons: readonly Detection[],
): Detection[] {
  return sequences.flatMap((sequence) => {
    const lineAbove = /(?:^|\n)[>\s]*([^\n]+)\n[>?\s]*$/.exec(
      text.slice(Math.max(0, sequence.start - 80), sequence.start),
    )?.[1]
    const isWholeLine = /^\s*(?:\n|$)/.test(text.slice(sequence.end, sequence.end + 20))
    if (lineAbove === undefined || !isWholeLine || sequence.words.length > 4) return []
    const isBelow = persons.some(
      (person) =>
        text.slice(person.start, person.end) === lineAbove.replace(/^[>?\s]+/, '').trim() &&
        person.end < sequence.start &&
        sequence.start - person.end < 12,
    )
    const isPerson = persons.some((person) => person.start === sequence.start && person.confidence > 0.8)
    return isBelow && !isPerson ? [organization(sequence, 0.8)] : []
  })
}

/** "I work at Kestrel". */
export function employers(analyzed: AnalyzedText, sequences: readonly NameSequence[]): Iterable<Detection> {
  return analyzed.isUncased ? uncasedEmployers(analyzed) : casedEmployers(analyzed, sequences)
}

function* casedEmployers(analyzed: AnalyzedText, sequences: readonly NameSequence[]): Generator<Detection> {
  for (const sequence of sequences) {
    const before = textBefore(analyzed, sequence.start, 64)
    const isOwnCompany = /\bat $/.test(before) && /^ we\b/.test(textAfter(analyzed, sequence.end, 6))
    const isUnknownAfterAt =
      /\bat (?:the )?$/.test(before) &&
      sequence.words.every(
        (word) =>
          isUnknownWord(word.key) && !isFirstName(word.key) && !isLastName(word.key) && word.text.length > 3,
      )
    if (!employerCue.regex.test(before) && !isOwnCompany && !isUnknownAfterAt) continue
    const first = sequence.words[0]
    const isPerson = first !== undefined && isClearFirstName(first.key)
    if (sequence.words.every((word) => isCommonWord(word.key)) && /\b(?:of|by|with) (?:the )?$/.test(before))
      continue
    const mayBePerson =
      personOrOrganizationBefore.regex.test(before) && !dealingWithOrganization.regex.test(before)
    if (isPerson && mayBePerson) continue
    yield organization(
      { start: sequence.start, end: sequence.end },
      isPerson ? 0.62 : mayBePerson ? 0.6 : 0.78,
    )
  }
}

function* uncasedEmployers(analyzed: AnalyzedText): Generator<Detection> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || nonEmployers.has(token.key)) continue
    if (!uncasedEmployerCues.has(tokens[index - 1]?.key ?? '')) continue
    const end = endOfUnknownWords(analyzed, index)
    const isOwnCompany =
      end !== null && tokens[index - 1]?.key === 'at' && /^ we\b/.test(textAfter(analyzed, end, 6))
    if (!isOwnCompany && !employerCue.regex.test(textBefore(analyzed, token.start, 64))) continue
    if (end !== null) yield organization({ start: token.start, end }, 0.66)
  }
}

/** Where a run of unknown words ends, with the words for organizations that follow them. */
function endOfUnknownWords(analyzed: AnalyzedText, index: number): number | null {
  const { tokens } = analyzed
  let at = index
  let unknown = 0
  while (at < index + 4) {
    const token = tokens[at]
    if (token === undefined || token.kind !== 'word' || (at > index && token.gap !== 'space')) break
    const isTypeWord = organizationTypes.has(token.key) || legalForms.has(token.key)
    if (isUnknownWord(token.key)) unknown += 1
    else if (!isTypeWord || at === index) break
    at += 1
  }
  const last = tokens[at - 1]
  return unknown > 0 && last !== undefined && !/^\s(?:and i|said)/.test(textAfter(analyzed, last.end, 8))
    ? last.end
    : null
}
