/** Whether a number is somebody's age, by what stands around it. Pure. */

import {
  ageWord,
  atTheTime,
  becoming,
  goesOn,
  lifeEvent,
  ofSomebody,
  sexAfter,
  sexBefore,
  somebodyAside,
  subject,
  thingAfter,
  thingBefore,
  unitAfter,
  yearsAlone,
  yearsLead,
  yearsOld,
} from './age-words.ts'

export type Facts = {
  readonly value: number
  readonly before: string
  readonly after: string
  readonly person: string | null
}
export type Verdict = { readonly confidence: number; readonly tail?: number; readonly isRange?: boolean }

export function judgeAge(facts: Facts): Verdict | null {
  const { value, before, after } = facts
  const told = withYears(facts) ?? withLabel(facts)
  if (told !== null) return told
  if (yearsOld.test(after) || /^ years? ago\b/.test(after) || unitAfter.test(after)) return null
  const endsWell =
    value >= 10
      ? !/^ (?!is|was|has|this|as|years|his|its|always|yes|kids|sometimes|plus)[a-z]{3,}[^s']s\b/.test(after)
      : goesOn.test(after)
  if (!endsWell) return null
  if (facts.person !== null && value >= 1 && isOfPerson(facts.person, after, value))
    return { confidence: 0.85 }
  if (subject.test(before) || subject.test(before.replaceAll(',', '')))
    return isOtherNumber(before, after, value) ? null : { confidence: 0.85 }
  if (becoming.test(before) || atTheTime.test(before)) return { confidence: 0.85 }
  if (ofSomebody.test(before) || (lifeEvent.test(before) && value >= 5)) return { confidence: 0.8 }
  return byItself(facts) || isAnswer(before) ? { confidence: 0.8 } : null
}

/** "34 years old", "born 34 years ago", "tengo 34 años", "a boy of 7 months". */
function withYears({ before, after }: Facts): Verdict | null {
  const old = yearsOld.exec(after)?.[0]
  if (old !== undefined) {
    const isThing =
      (thingBefore.test(before) && !subject.test(before)) || thingAfter.test(after.slice(old.length))
    return isThing ? null : { confidence: 0.95, tail: old.length, isRange: true }
  }
  if (/^ years? ago\b/.test(after))
    return /\bborn\b[^.!?]{0,30}$/.test(before) ? { confidence: 0.9, tail: ' years ago'.length } : null
  const years = yearsAlone.exec(after)?.[0]
  if (years !== undefined && yearsLead.test(before)) return { confidence: 0.9, tail: years.length }
  const unit = /^ (?:months?|weeks?|days?|years?)\b/.exec(after)?.[0]
  const isChild =
    /\b(?:baby|child|infant|toddler|boy|girl|son|daughter|kid) of (?:about |only |just )?$/.test(before)
  if (unit !== undefined && isChild) return { confidence: 0.85, tail: unit.length }
  const isBare = /^ years?\s*(?:$|[.,;!?)]|and\b|now\b)/.test(after)
  const isSomebody = /\b(?:i'm|i am|he's|she's|he is|she is) (?:of |now |about |almost )?$/.test(before)
  return isBare && isSomebody ? { confidence: 0.85, tail: ' years'.length } : null
}

/** "age: 34", "female, 34", "people my age, 75,". */
function withLabel({ value, before, after }: Facts): Verdict | null {
  if (yearsOld.test(after) || /^ years? ago\b/.test(after)) return null
  if (ageWord.test(before) && !/^\s*(?:%|percent|minutes|hours)/.test(after)) return { confidence: 0.93 }
  const isSex =
    (sexBefore.test(before) && !unitAfter.test(after) && goesOn.test(after)) ||
    (sexAfter.test(after) && /(?:^|[(,:;/|]\s?|\b(?:i'm|am|a|aged?)\s|\n)$/.test(before))
  if (isSex && value >= 12) return { confidence: 0.8 }
  const isMyAge = /\b(?:my|his|her|their|that|your) age, (?:which is |at |like |about )?$/.test(before)
  return isMyAge && (isAside(after, value) || /^ or so\b/.test(after)) ? { confidence: 0.8 } : null
}

/** "At 67 I'm the oldest", "Hi, 41 here", "my mother, 62, uses it", "Participant 9, 61, retired". */
function byItself({ value, before, after }: Facts): boolean {
  const isAt =
    /(?:^|[.!?,;:]\s?)(?:at|by) $/.test(before) &&
    /^,? (?:i|i'm|i'd|he|he's|she|she's|my|they|you)\b/.test(after)
  if (isAt && value >= 5) return true
  const isHere = /(?:^|\b(?:hi|hello|hey|yes|and|so|um|well)[,.]? )$/.test(before) && /^ here\b/.test(after)
  if (isHere && value >= 12) return true
  const isEnclosed = /^\s?(?:[,)]|$|\.|(?:and|&) (?:[a-z]+|\d+)\s*(?:[,.)]|$))/.test(after)
  if (somebodyAside.test(before) && isEnclosed && value >= 1 && value < 110) return true
  const isNumbered =
    /\b(?:participant|respondent|interviewee|patient|user|subject|person|p) ?#?\d{1,3}, $/.test(before)
  return isNumbered && isAside(after, value)
}

/** "How old are you? Thirty-four." */
function isAnswer(before: string): boolean {
  return /\b(?:how old (?:are|is|were|was) (?:you|he|she|they|your \w+|the \w+)(?: \w+){0,2}|your age|his age|her age|how old)\W{1,4}(?:(?:um|uh|oh|well|so|i|i'm|he's|she's|yeah|okay|[a-z]{1,12}:)\W+){0,3}$/.test(
    before,
  )
}

/** What stands between a name and a number that is that person's age. */
function isOfPerson(between: string, after: string, value: number): boolean {
  if (between === ',' || between === ' (') return isAside(after, value)
  return /^(?:'s| is| was|'ll be| will be| just turned| turned| turns| turning|, who is|, who's|, aged?|, now| is now| is only| was only)$/.test(
    between,
  )
}

/** "Maria, 45, is a nurse" and "Maria (45)", but not "Maria, 3 more" or "Paris (2)". */
function isAside(after: string, value: number): boolean {
  return value >= 5 && value < 110 && /^\s?(?:[,)]|$|\.)/.test(after)
}

/** "I'm one of", "he's two in line", "we are seven here": a small number after somebody is mostly not an age. */
function isOtherNumber(before: string, after: string, value: number): boolean {
  if (
    /\b(?:we're|we are|we were|they are all|who are)\s$/.test(before) &&
    value < 13 &&
    !/^\W*(?:years|and)/.test(after)
  )
    return true
  if (/\b(?:i'm|i am|im|i was|you're|you are)\s/.test(before.slice(-24)) && value < 4) return true
  return value === 1 && !/^\s*(?:$|[.,;!?]|and\b|now\b|this\b|next\b)/.test(after)
}
