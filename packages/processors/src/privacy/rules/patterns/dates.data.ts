/** Calendar dates: their written forms, and what precedes months and years. */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, wordSet, words } from './pattern.ts'

/** 2024-03-05 */
export const isoDate: Pattern = {
  regex: regexWith('g')`
    (?<![\d./-])(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?![\d/-]|\.\d)`,
  matches: ['2024-03-05', '1999/1/31'],
  rejects: ['2024-13-05', '2024-03/05', '2024-03-05-1'],
}
/** 5/3/2024, 05.03.24 */
export const dayMonthYear: Pattern = {
  regex: regexWith('g')`
    (?<![\d./-]|\d,)(\d{1,2})(\s?[-/.]\s?)(\d{1,2})\2((?:19|20)\d\d|\d\d)(?![\d/-]|[.,]\d)`,
  matches: ['5/3/2024', '05.03.24', '4 - 4 - 1981'],
  rejects: ['5/3-2024', '5/3/2024/1', '192.168.0.1'],
}
/** 03/2024 */
export const monthAndYear: Pattern = {
  regex: regexWith('g')`(?<![\d./-])(?:0?[1-9]|1[0-2])\s?[-/.]\s?(?:19|20)\d\d(?![\d/-]|[.,]\d)`,
  matches: ['03/2024', '3-1999'],
  rejects: ['13/2024', '03/2024-1'],
}
/** 2024-03 */
export const yearAndMonth: Pattern = {
  regex: regexWith('g')`(?<![\d./-])(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])(?![\d/-]|[.,]\d)`,
  matches: ['2024-03', '1999/12'],
  rejects: ['2024-3', '2024-13'],
}
/** 12/25, 06.27 */
export const twoNumbers: Pattern = {
  regex: regexWith('g')`
    (?<![\d./-])(\d{1,2})\s?([/.-])\s?(\d{1,2})(?![\d/%-]|[.,]\d|\s?(?:cup|inch|of|out)\b)`,
  matches: ['12/25', '06.27'],
  rejects: ['1/2 cup', '12/25/2020', '50/50%'],
}

export const versionBefore: Pattern = {
  regex: regex`\b(?:v|version|release|build|ios|android|section|chapter)\s?$`,
  matches: ['version ', 'ios'],
  rejects: ['on ', 'diversion '],
}

/** Joins the parts of a date. */
export const dateJoints = wordSet`, of de del do di in - / –`
export const dayAndMonthJoints = wordSet`of de di van do`
export const rangeJoints = wordSet`and to or until through - –`
export const dayRangeJoints = wordSet`to through thru and - –`

/** A unit after a number that might have been a day or a year: "in May 20 people came". */
export const countedUnits = wordSet`
  % percent people persons users times dollar dollars euro euros pound pounds bucks minute minutes min mins
  hour hours second seconds day days week weeks month months year years degree degrees miles km meter meters
  metre metres feet item items participant participants respondent respondents of out or pm am o'clock th
`
export const countedNouns = wordSet`
  steps words points calories grams followers comments reviews employees mah euro usd eur different more
  other
`

const monthCues = words`
  in | since | until | till | by | last | next | during | before | after | from | through | early | late
  mid | every | each | this past | this coming | back in | around | beginning of | start of | end of
  middle of | month of | seit | im | bis | ab | anfang | ende | mitte | en | desde | hasta | depuis | debut
  fin | a | dal | nel | em | sinds | vanaf
`
export const monthCue: Pattern = {
  regex: regex`\b(?:${monthCues})[\s-]+$`,
  matches: ['in ', 'since early ', 'end of ', 'seit '],
  rejects: ['the ', 'begin '],
}
export const thisBefore: Pattern = {
  regex: regex`\bthis $`,
  matches: ['this '],
  rejects: ['hist ', 'this the '],
}
/** After these even a lower-case "may" or "march" is a month. */
export const clearMonthCue: Pattern = {
  regex: regex`\b(?:in|since|until|last|next|by)\s$`,
  matches: ['in ', 'until '],
  rejects: ['from ', 'begin '],
}

export const dayCue: Pattern = {
  regex: regex`\b(?:on|by|since|until|till|dated?|due|from|before|after|between|of|am|le|el|op|il|dia)[:\s]+(?:the )?$`,
  matches: ['on ', 'dated: ', 'due '],
  rejects: ['a ', 'upon a '],
}
/** 9/10 is a rating here. */
export const ratingBefore: Pattern = {
  regex: regex`\b(?:rated?|gave|give|score[ds]?|about|like|a)\s(?:it )?(?:a )?$`,
  matches: ['i gave it a ', 'score ', 'rated it '],
  rejects: ['on ', 'the '],
}

const yearCues = words`
  in | since | during | until | till | before | after | from | by | of | year | years | around | circa
  ca\. | late | early | mid | between | fall | autumn | summer | spring | winter | christmas | easter
  q[1-4] | established | founded | est\. | throughout | through | version of | class of | seit | jahr
  jahre | en | desde | depuis | annee | ano | anno | nel | dal | em | sinds | jaar | copyright | © | dated?
  a | an | the | my | our | his | her | this | that
`
export const yearCue: Pattern = {
  regex: regex`
    (?:\b(?:${yearCues})[\s:]+
    (?:the (?:year|summer|spring|winter|fall|autumn|end|beginning|start|middle) (?:of )?)?
    (?:about |around |like |early |late |mid-?)?)$`,
  matches: ['in ', 'since the summer of ', 'class of ', 'in about '],
  rejects: ['room ', 'it cost '],
}
export const yearChainBefore: Pattern = {
  regex: regex`
    (?:(?:1[89]|20)\d\d|[a-z]+teen [a-z -]+|twenty [a-z -]+|two thousand [a-z -]+)
    \s?(?:-|–|to|and|or|until|through|,|/)\s?$`,
  matches: ['1998 to ', '2001-', 'nineteen ninety and '],
  rejects: ['1998 ', '12 to '],
}
export const yearRangeAfter: Pattern = {
  regex: regex`^\s?(?:-|–|to|until|through)\s?(?:1[89]|20)\d\d\b`,
  matches: [' to 2001', '-1999'],
  rejects: [' to 12', ' and 2001'],
}
/** The four digits are part of something else. */
export const codeBeforeYear: Pattern = {
  regex: regex`\b(?:end(?:s|ing|ed)? (?:in|with)|pin|code|digits|number|ext|extension|room|#)(?: is| was|:)?\s*$`,
  matches: ['my pin is ', 'room ', 'ends with '],
  rejects: ['in ', 'the year '],
}
/** Redacted with the year: "summer of 2019". */
export const seasonBeforeYear: Pattern = {
  regex: regex`
    (?:\b(?:summer|spring|winter|fall|autumn|christmas|q[1-4]|early|late|mid|the end of|the beginning of|the start of)
    (?: of)?[\s-])$`,
  matches: ['in the summer of ', 'q3 ', 'mid-'],
  rejects: ['in ', 'summers '],
}
export const apostropheYearCue: Pattern = {
  regex: regex`\b(?:in|since|of|until|from|summer|born)\s$`,
  matches: ['in ', 'the summer '],
  rejects: ['the ', 'begin '],
}
/** "born in eighty four", "the summer of ninety nine". */
export const twoDigitYearCue: Pattern = {
  regex: regex`
    \b(?:born(?: back| around| about| sometime)*(?: in)?|back in
    |(?:summer|spring|winter|fall|autumn|christmas|class|year) of|since|early|late|until)
    \s(?:early |late |about |around |like )?$`,
  matches: ['i was born in ', 'the class of ', 'since '],
  rejects: ['in ', 'i am '],
}

const holidays = words`
  christmas (?:day|eve) | new year['’]?s (?:day|eve) | boxing day | valentine['’]?s day | halloween
  thanksgiving(?: day)? | easter (?:sunday|monday) | good friday | independence day | christmas | easter
`
export const holiday: Pattern = {
  regex: regexWith('giu')`(?<![\p{L}\p{N}])(?:${holidays})(?:,?\s(?:of\s)?(?:19|20)\d\d)?(?![\p{L}\p{N}])`,
  matches: ['Christmas Day 1969', "new year's eve", 'Halloween'],
  rejects: ['Christmastime', 'Thursday'],
}

export const dayPrepositions = wordSet`on by until before after since from`
const afterDayWords = words`
  we | i | he | she | they | it | you | at | of (?:this|next|last|the month|every|each) | and | to | when
  was | is | my | our | but | so | because | in the | with | for
`
/** What may follow a day without a month: "on the 12th we met". */
export const afterDay: Pattern = {
  regex: regex`^(?:\s*$|[.,;!?)]| (?:${afterDayWords})\b)`,
  matches: [' we met', '.', ' of next month'],
  rejects: [' floor', ' attempt'],
}
