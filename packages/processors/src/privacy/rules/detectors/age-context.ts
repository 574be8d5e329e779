/** Whether a number is a person's age, by its context. */

import {
  ageAtTheTime,
  ageLabel,
  ageQuestionBefore,
  ageSubject,
  ageUnitAfter,
  asideAfterAge,
  atAgeBefore,
  bareYearsAfter,
  becomingAge,
  bornBefore,
  childOfBefore,
  comparedAgeBefore,
  countedPluralAfter,
  enclosedAgeAfter,
  endAfterOne,
  endOfPhrase,
  firstOrSecondPerson,
  foreignAgeBefore,
  foreignYears,
  genderAfter,
  genderBefore,
  groupAgeAfter,
  groupBefore,
  hereAfter,
  lifeEventAtAge,
  nameToAge,
  numberedParticipantBefore,
  openingBeforeAge,
  orSoAfter,
  otherUnitAfter,
  personBeforeAside,
  personClauseAfter,
  somebodyIsBefore,
  somebodyOfAge,
  startOfDescription,
  thingAfterAge,
  thingBeforeAge,
  timeOrShareAfter,
  yearsAgo,
  yearsOld,
} from '../patterns/ages.data.ts'

export type AgeContext = {
  readonly value: number
  readonly before: string
  readonly after: string
  /** The text between a person's name and the number, if there is a name nearby. */
  readonly sinceName: string | null
}
type AgeVerdict = { readonly confidence: number; readonly tail?: number; readonly isRange?: boolean }

export function judgeAge(context: AgeContext): AgeVerdict | null {
  const { value, before, after } = context
  const stated = withYears(context) ?? withLabel(context)
  if (stated !== null) return stated
  if (yearsOld.regex.test(after) || yearsAgo.regex.test(after) || otherUnitAfter.regex.test(after))
    return null
  const isBare = value >= 10 ? !countedPluralAfter.regex.test(after) : endOfPhrase.regex.test(after)
  if (!isBare) return null
  if (context.sinceName !== null && value >= 1 && followsName(context.sinceName, after, value))
    return { confidence: 0.85 }
  if (ageSubject.regex.test(before) || ageSubject.regex.test(before.replaceAll(',', '')))
    return isOtherNumber(before, after, value) ? null : { confidence: 0.85 }
  if (becomingAge.regex.test(before) || ageAtTheTime.regex.test(before)) return { confidence: 0.85 }
  if (somebodyOfAge.regex.test(before) || (lifeEventAtAge.regex.test(before) && value >= 5))
    return { confidence: 0.8 }
  return standsAlone(context) || ageQuestionBefore.regex.test(before) ? { confidence: 0.8 } : null
}

/** "34 years old", "born 34 years ago", "tengo 34 años", "a boy of 7 months". */
function withYears({ before, after }: AgeContext): AgeVerdict | null {
  const old = yearsOld.regex.exec(after)?.[0]
  if (old !== undefined) {
    const isThing =
      (thingBeforeAge.regex.test(before) && !ageSubject.regex.test(before)) ||
      thingAfterAge.regex.test(after.slice(old.length))
    return isThing ? null : { confidence: 0.95, tail: old.length, isRange: true }
  }
  if (yearsAgo.regex.test(after))
    return bornBefore.regex.test(before) ? { confidence: 0.9, tail: ' years ago'.length } : null
  const years = foreignYears.regex.exec(after)?.[0]
  if (years !== undefined && foreignAgeBefore.regex.test(before))
    return { confidence: 0.9, tail: years.length }
  const unit = ageUnitAfter.regex.exec(after)?.[0]
  const isChild = childOfBefore.regex.test(before)
  if (unit !== undefined && isChild) return { confidence: 0.85, tail: unit.length }
  const isBare = bareYearsAfter.regex.test(after)
  const isSomebody = somebodyIsBefore.regex.test(before)
  return isBare && isSomebody ? { confidence: 0.85, tail: ' years'.length } : null
}

/** "age: 34", "female, 34", "people my age, 75,". */
function withLabel({ value, before, after }: AgeContext): AgeVerdict | null {
  if (yearsOld.regex.test(after) || yearsAgo.regex.test(after)) return null
  if (ageLabel.regex.test(before) && !timeOrShareAfter.regex.test(after)) return { confidence: 0.93 }
  const hasGender =
    (genderBefore.regex.test(before) && !otherUnitAfter.regex.test(after) && endOfPhrase.regex.test(after)) ||
    (genderAfter.regex.test(after) && startOfDescription.regex.test(before))
  if (hasGender && value >= 12) return { confidence: 0.8 }
  const isMyAge = comparedAgeBefore.regex.test(before)
  return isMyAge && (isAside(after, value) || orSoAfter.regex.test(after)) ? { confidence: 0.8 } : null
}

/** "At 67 I'm the oldest", "Hi, 41 here", "my mother, 62, uses it", "Participant 9, 61, retired". */
function standsAlone({ value, before, after }: AgeContext): boolean {
  const isAt = atAgeBefore.regex.test(before) && personClauseAfter.regex.test(after)
  if (isAt && value >= 5) return true
  const isHere = openingBeforeAge.regex.test(before) && hereAfter.regex.test(after)
  if (isHere && value >= 12) return true
  const isEnclosed = enclosedAgeAfter.regex.test(after)
  if (personBeforeAside.regex.test(before) && isEnclosed && value >= 1 && value < 110) return true
  const isNumbered = numberedParticipantBefore.regex.test(before)
  return isNumbered && isAside(after, value)
}

/** "Maria is 45", "Maria, 45,": the number is the age of the person just named. */
function followsName(between: string, after: string, value: number): boolean {
  if (between === ',' || between === ' (') return isAside(after, value)
  return nameToAge.regex.test(between)
}

/** "Maria, 45, is a nurse" and "Maria (45)", but not "Maria, 3 more" or "Paris (2)". */
function isAside(after: string, value: number): boolean {
  return value >= 5 && value < 110 && asideAfterAge.regex.test(after)
}

/** "I'm one of", "he's two in line", "we are seven here": a small number after a person is rarely an age. */
function isOtherNumber(before: string, after: string, value: number): boolean {
  if (groupBefore.regex.test(before) && value < 13 && !groupAgeAfter.regex.test(after)) return true
  if (firstOrSecondPerson.regex.test(before.slice(-24)) && value < 4) return true
  return value === 1 && !endAfterOne.regex.test(after)
}
