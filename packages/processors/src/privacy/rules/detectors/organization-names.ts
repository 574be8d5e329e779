/** Names that contain the word for an organization: legal forms, "University", "Bank of", schools. */

import type { Detection } from '../detector.ts'
import {
  ambiguousLegalForms,
  clearLegalForms,
  clearOrganizationTypes,
  distinctOrganizationTypes,
  employerCue,
  genericSchool,
  legalForms,
  namedSchool,
  organizationHeads,
  organizationTypes,
  uncasedLegalForms,
  uncasedNonNameWords,
  uncasedOrganizationHeads,
  uncasedOrganizationTypes,
  wordsAfterUncasedHead,
  wordsBeforeOrganization,
} from '../patterns/organization-cues.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { startsSentence, textBefore } from '../text/analyzed-text.ts'
import type { Token } from '../text/tokens.ts'
import { isCommonWord, isUnknownWord } from './name-words.ts'
import { organization } from './organization.ts'

/** "Kestrel Software GmbH", "Johns Hopkins University", "acme inc". */
export function* organizationsByLastWord(analyzed: AnalyzedText): Generator<Detection> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || index === 0) continue
    const hasLegalForm =
      legalForms.has(token.key) && (token.isCapital || analyzed.isUncased || clearLegalForms.has(token.key))
    const hasType =
      !hasLegalForm && organizationTypes.has(token.key) && (token.isCapital || analyzed.isUncased)
    if (!hasLegalForm && !hasType) continue
    if (analyzed.isUncased && hasLegalForm && !uncasedLegalForms.has(token.key)) continue
    if (analyzed.isUncased && hasType && !uncasedOrganizationTypes.has(token.key)) continue
    const from = nameStart(analyzed, index, hasLegalForm)
    const first = tokens[from]
    if (from === index || first === undefined) continue
    if (hasType && !isDistinct(analyzed, from, index)) continue
    const isPlain = tokens.slice(from, index).every((word) => word.kind !== 'word' || isCommonWord(word.key))
    if (analyzed.isUncased && hasType && isPlain) continue
    if (hasLegalForm && ambiguousLegalForms.has(token.key) && !/^(?:A[GBS]|S\.?A|Co)$/.test(token.text))
      continue
    const of =
      tokens[index + 1]?.key === 'of' && tokens[index + 2]?.isCapital === true
        ? endOfCapitals(tokens, index + 2)
        : index + 1
    const last = tokens[of - 1] ?? token
    const confidence = hasLegalForm ? 0.9 : clearOrganizationTypes.has(token.key) ? 0.86 : 0.66
    yield organization(
      { start: first.start, end: last.end },
      analyzed.isUncased && hasType ? 0.7 : confidence,
    )
  }
}

/** "Help Center" and "Country Club" are not names; "Queen's Medical Centre" and "Oxford University" are. */
function isDistinct(analyzed: AnalyzedText, from: number, index: number): boolean {
  const { tokens } = analyzed
  if (distinctOrganizationTypes.has(tokens[index]?.key ?? '')) return true
  const words = tokens.slice(from, index)
  if (words.some((word) => /^['’]s$/.test(word.text) || (word.kind === 'word' && !isCommonWord(word.key))))
    return true
  return words.length > 1 || employerCue.regex.test(textBefore(analyzed, words[0]?.start ?? 0, 64))
}

/** Where the name before its last word begins. */
function nameStart(analyzed: AnalyzedText, index: number, hasLegalForm: boolean): number {
  const { tokens } = analyzed
  let from = index
  for (let steps = 0; steps < 5; steps += 1) {
    const before = tokens[from - 1]
    if (before === undefined || tokens[from]?.gap === 'line-break') break
    if (before.text === ',' && hasLegalForm && steps === 0) {
      from -= 1
      continue
    }
    if (
      /^(?:&|-|–|['’]s)$/.test(before.text) ||
      (before.text === '.' && /^(?:st|mt|dr)$/.test(tokens[from - 2]?.key ?? '')) ||
      (before.key === 'and' && tokens[from - 2]?.isCapital === true && hasLegalForm)
    ) {
      from -= 1
      continue
    }
    const isPart = analyzed.isUncased
      ? isUncasedNamePart(before, steps)
      : before.kind !== 'mark' &&
        before.isCapital &&
        before.text !== 'I' &&
        !(
          startsSentence(tokens, from - 1) &&
          isCommonWord(before.key) &&
          wordsBeforeOrganization.has(before.key)
        )
    if (!isPart) break
    from -= 1
  }
  while (from < index && tokens[from]?.kind === 'mark') from += 1
  return from
}

/** "lincoln high school", "sunrise community church". */
export function* namedSchools({ text }: AnalyzedText): Generator<Detection> {
  for (const match of text.matchAll(namedSchool.regex)) {
    if (!genericSchool.regex.test(match[0]))
      yield organization({ start: match.index, end: match.index + match[0].length }, 0.78)
  }
}

function isUncasedNamePart(token: Token, steps: number): boolean {
  if (token.kind !== 'word') return false
  if (isUnknownWord(token.key)) return true
  return !uncasedNonNameWords.has(token.key) && steps < 2 && token.text.length > 2
}

function endOfCapitals(tokens: readonly Token[], from: number): number {
  let to = from
  while (
    to < from + 4 &&
    tokens[to]?.isCapital === true &&
    tokens[to]?.gap !== 'line-break' &&
    (to === from || tokens[to]?.gap === 'space')
  )
    to += 1
  return to
}

/** "University of Leeds", "Bank of Ireland", "Ministry of Health". */
export function* organizationsByFirstWord(analyzed: AnalyzedText): Generator<Detection> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    if (
      !organizationHeads.has(token.key) ||
      (!token.isCapital && !analyzed.isUncased) ||
      !/^(?:of|for)$/.test(tokens[index + 1]?.key ?? '')
    )
      continue
    const at = tokens[index + 2]?.key === 'the' ? index + 3 : index + 2
    const name = tokens[at]
    if (name === undefined || name.gap === 'line-break') continue
    if (analyzed.isUncased) {
      if (
        uncasedOrganizationHeads.has(token.key) &&
        name.kind === 'word' &&
        !wordsAfterUncasedHead.has(name.key) &&
        !(token.key === 'bank' && isCommonWord(name.key))
      )
        yield organization({ start: token.start, end: name.end }, 0.92)
    } else if (name.isCapital) {
      const last = tokens[endOfCapitals(tokens, at) - 1] ?? name
      yield organization({ start: token.start, end: last.end }, 0.94)
    }
  }
}
