/** What a word could be: a first name, a family name, an everyday word. */

import { dictionary } from '../words/dictionary.ts'
import { isSmallWord } from './language.ts'

/** Names that are words too, but hardly ever meant as one. */
const clearNames = new Set(
  'john maria martin peter harry sally carol tom roger rick josh tony terry jimmy billy bobby brad hank phoebe hector felicity jasmine noel colleen jasper deb mike bob nick ken meg heather holly rosemary warren victor glen eddy robin troy tucker jesus lee iris ivy ruby lily daisy jade nan kitty poppy violet hazel eve dawn brooks chandler dean clay foster'.split(
    ' ',
  ),
)

/** In the lists of first names, but never a sign of one by itself. */
const noNames = new Set(
  'nan vin said dot january sunday tuesday ramadan jihad sharia dung jesus christ christian mommy nanny granny rabbi mayor sergeant welsh german brit yank asia florida dallas denver sheffield leicester natal york any else even had see say way man boy son case car job law read red free fair far early worth town land price page per till young odd hang loan hung carry lorry shell van ban bank bar base bear boot care chance chip court cross dare field fields gun ring saw trace trip wait wash win link lock major minor north west park port hall hill mile row pen fan pet star storm bat bone deck fee ham lion mill nil pace ram rip rod skip tab tome wake wit yard temple sky song sung tore ion con thu ting tang shin shun kin fin den cos tan web mats sari doll bride camel fax temp lib ware gram itch nap pail palm pate puff bail bald barn brew cart cello cord dew dill ode verge wilt zed mil tine sim sol pip vale dun brig burg kale gran ole mic marge berk rand salmon muffin itchy app siri alexa cookie candy honey velvet mac chevy dixie kaiser napoleon polish sushi tuba pier rune marine sultan tamer hind viola curry rice chick chic gal dame dud duke earl baron duff cash chuck'.split(
    ' ',
  ),
)

export function isFirstName(key: string): boolean {
  return !noNames.has(key) && dictionary().firstNames.has(key) && !isSmallWord(key)
}

export function isLastName(key: string): boolean {
  return !noNames.has(key) && dictionary().lastNames.has(key)
}

/** An English word that people use: its appearance alone means nothing. */
export function isCommonWord(key: string): boolean {
  const level = dictionary().wordLevel(key)
  return level !== undefined && level <= 50 && !clearNames.has(key)
}

/** One that people use all the time. */
export function isFrequent(key: string): boolean {
  return (dictionary().wordLevel(key) ?? 100) <= 35
}

/** In no list of English words at all, plurals and the like included. */
export function isUnknownWord(key: string): boolean {
  const { wordLevel } = dictionary()
  if (wordLevel(key) !== undefined || isSmallWord(key) || /n't$|^(.)\1+$/.test(key)) return false
  const stem = key.replace(/(?:'s|s|es|ed|ing|ly|n't)$/, '')
  return (
    stem === key || stem.length < 4 || (wordLevel(stem) === undefined && wordLevel(`${stem}e`) === undefined)
  )
}

/** A first name that cannot well be anything else. */
export function isClearFirstName(key: string): boolean {
  return key.length > 2 && isFirstName(key) && !isCommonWord(key)
}
