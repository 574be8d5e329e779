/** Words that are names as well, and words that end or join names. */

import type { Pattern } from './pattern.ts'
import { regex, wordSet } from './pattern.ts'

/** Names that are everyday words too, and hardly ever meant as one. */
export const clearNames = wordSet`
  john maria martin peter harry sally carol tom roger rick josh tony terry jimmy billy bobby brad hank
  phoebe hector felicity jasmine noel colleen jasper deb mike bob nick ken meg heather holly rosemary
  warren victor glen eddy robin troy tucker jesus lee iris ivy ruby lily daisy jade nan kitty poppy violet
  hazel eve dawn brooks chandler dean clay foster
`

/** In the lists of first names, but no evidence of one on their own. */
export const nonNames = wordSet`
  nan vin said dot january sunday tuesday ramadan jihad sharia dung jesus christ christian mommy nanny
  granny rabbi mayor sergeant welsh german brit yank asia florida dallas denver sheffield leicester natal
  york any else even had see say way man boy son case car job law read red free fair far early worth town
  land price page per till young odd hang loan hung carry lorry shell van ban bank bar base bear boot care
  chance chip court cross dare field fields gun ring saw trace trip wait wash win link lock major minor
  north west park port hall hill mile row pen fan pet star storm bat bone deck fee ham lion mill nil pace
  ram rip rod skip tab tome wake wit yard temple sky song sung tore ion con thu ting tang shin shun kin
  fin den cos tan web mats sari doll bride camel fax temp lib ware gram itch nap pail palm pate puff bail
  bald barn brew cart cello cord dew dill ode verge wilt zed mil tine sim sol pip vale dun brig burg kale
  gran ole mic marge berk rand salmon muffin itchy app siri alexa cookie candy honey velvet mac chevy
  dixie kaiser napoleon polish sushi tuba pier rune marine sultan tamer hind viola curry rice chick chic
  gal dame dud duke earl baron duff cash chuck
`

/** Lower-case words inside a name: "Ludwig van der Rohe". */
export const nameParticles = wordSet`
  de da do dos das di del della du des der den dem van von vom zu zum zur ter ten bin ibn bint ben al el la
  le las los y e af av o
`
/** The same in text without capitals. */
export const uncasedNameParticles = wordSet`de da van von der den di del la bin al el dos du le`
/** Not part of a sequence of names. */
export const titles = wordSet`mr mrs ms miss mx dr prof sir madam herr mister jr sr`
/** Abbreviations whose full stop does not end a name. */
export const nameAbbreviations = wordSet`st jr sr mt ft`

/** Function words, which end a name. */
export const functionWords = wordSet`
  is not on in the a an and or but so i i'm my me you your he she it its we they them this that these those
  to of for from with at by as if when then now just very really also too here there all one no yes yeah was
  were are be been am do does did has have had will would can could should because about like well um uh
  okay what which who how why where spelled required missing wrong correct showing shown displayed hidden
  anywhere already still always never only something nothing someone everyone
`

/** First names that are adjectives or verbs: "I'm frank about it", "thanks, may I". */
export const adjectiveNames = wordSet`
  rich happy lucky fancy glad young early keen worthy free fair gay merry sunny dusty rusty noble hardy
  windy rocky randy frank christian may will even any sandy stormy misty corny curt stern sly serene rosy
  ruddy
`
/** Of those, the ones that are never meant as a name in lower-case text. */
export const neverNames = wordSet`rich happy lucky glad young early keen free fair any even`
/** Months that are first names too. */
export const monthNamesOfPeople = wordSet`april june may august`
/** Months that do not separate names, because people are called that. */
export const monthsWithinNames = wordSet`april august julio abril marco`

export const weekday: Pattern = {
  regex: regex`^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$`,
  matches: ['monday', 'saturdays'],
  rejects: ['day', 'mon'],
}
export const introducedNameAfter: Pattern = {
  regex: regex`^\s*(?:$|[,.!?]|and (?:i|this)|here|speaking|calling|from)`,
  matches: ['', ', and', ' here', ' and i'],
  rejects: [' about it', ' i ask'],
}
export const wordUsageAfter: Pattern = {
  regex: regex`^\s(?:the|to|it|that|of|up|my|your|for|you)\b`,
  matches: [' the bill', ' you'],
  rejects: [' and i', '.'],
}
/** Joins names in a list. */
export const nameJoint: Pattern = {
  regex: regex`^\s?(?:,|and|&|or|,\s?and|und|y|et|e|en|,\s?or)\s$`,
  matches: [', ', ' and ', ', or '],
  rejects: [' with ', ','],
}
export const uncasedNameJoints = wordSet`and & or`
