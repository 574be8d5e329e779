/** What surrounds the name of an organization, and the words that make a name one. */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, wordSet, words } from './pattern.ts'

const workAndStaff = words`
  work(?:s|ed|ing)? | job | jobs | position | role | career | internship | intern(?:ed|ing)? | gig
  employed | employment | analyst | manager | engineer | developer | designer | director | consultant
  nurse | teacher | doctor | scientist | researcher | lead | head | vp | vice president | ceo | cto | cfo
  coo | president | founder | employee | employees | staff | intern | specialist | associate | partner
  officer | representative | professor | lecturer | student | study | studied | studying | studies | degree
  graduated | enrolled | volunteer(?:ed|ing|s)? | recruiter | people | someone | colleague | colleagues
  shift | years | everyone | team | interview(?:ed|ing|s)? | hired | started | counsel
  freelanc(?:e|ed|er|ing) | contractor | contract(?:ed|ing)? | consult(?:ed|ing)? | apprentice(?:ship)?
  barista | cashier | driver | accountant | lawyer | chef | cook | waiter | waitress | receptionist
  librarian | pilot | mechanic | architect | editor | journalist | reporter | writer | marketer
  salesperson | programmer | supervisor | coordinator | administrator | assistant | secretary | executive
  board
`
const dealings = words`
  joined | joining | quit | left | leaving | founded | co-founded | acquired | bought | merged with
  acquired by | bought by | owned by | company called | startup called | firm called | company named
  business called | employer(?: is|:)? | company(?: is|:) | organi[sz]ation(?: is|:) | workplace(?: is|:)
  on behalf of | invoice (?:came )?from | bill(?: came)? from | account (?:with|at)
  customer (?:of|at|with) | client of | member of | bank with | banking with | insured (?:with|by|through)
  (?:insurance|coverage|mortgage|loan|pension|plan|healthcare|broadband|contract|electricity|internet) (?:is |was )?(?:through|with|from|by)
  policy with | subscription (?:to|with) | switched (?:to|from) | compared (?:it |them )?(?:with|to)
  competitors? (?:like|such as) | ordered from | bought (?:it |this )?from | shop at | shopping at
  (?:bought|got|ordered|purchased|rented|booked|repaired|fixed|collected) (?:[a-z]+ ){1,3}(?:at|from)
  delivered by | made by | run by | provided by
`
const otherLanguages = words`
  arbeite (?:bei|fur) | arbeitet (?:bei|fur) | bei der firma | trabajo (?:en|para) | trabaja (?:en|para)
  travaille (?:chez|pour|a) | lavoro (?:per|presso|in|alla) | trabalho (?:na|no|em|para)
  werk(?:t)? (?:bij|voor)
`

/** "I work at", "she quit", "my insurance is through". */
export const employerCue: Pattern = {
  regex: regex`\b(?:
    (?:${workAndStaff})
    (?: (?:full[- ]time|part[- ]time|there|remotely|mostly|currently|now|again|before|previously))? (?:at|for|with|by|of)
    |employed by|hired by|fired (?:by|from)|laid off (?:by|from)
    |(?:${dealings}|${otherLanguages})
    )\s(?:the |a company called |a startup called |a firm called |der |die |la |el |il )?$`,
  matches: ['i work at ', 'she quit ', 'my insurance is through ', 'an engineer at the ', 'ich arbeite bei '],
  rejects: ['we met at ', 'i work ', 'i looked at '],
}

const companyVerbs = words`
  charged | charges | has | have | is | was | sent | sends | sells | sold | offers | offered | announced
  released | launched | bought | cancelled | canceled | makes | made | uses | keeps | kept | raised
  refused | wants | does | did | doesn't | didn't | lets | asks | app | website | customer | support
  account | store | employees | delivers | delivered | shipped | lost | hired | fired | pays | paid
  blocked | closed | updated | changed | never | always | just | already
`

/** What a company does, right after its name. */
export const organizationAction: Pattern = {
  regex: regex`^(?:'s)? (?:${companyVerbs})\b`,
  matches: [' charged me twice', "'s website", ' is down'],
  rejects: [' me about it', ' chargedup'],
}

export const organizationPreposition: Pattern = {
  regex: regex`\b(?:by|with|from|through|at|via) $`,
  matches: ['ordered from ', 'at '],
  rejects: ['in ', 'from the '],
}

/** Products whose name is used as a verb: "just WhatsApp me". */
export const organizationsUsedAsVerbs = wordSet`whatsapp google facetime skype zoom uber venmo paypal`
export const verbObjectAfter: Pattern = {
  regex: regex`^ (?:me|us|him|her|them|it)\b`,
  matches: [' me later', ' it'],
  rejects: [' meetings', ' is'],
}
export const verbCueBefore: Pattern = {
  regex: regex`\b(?:just|please|to|can|could|you) $`,
  matches: ['please ', 'can you '],
  rejects: ['on ', 'just a '],
}
/** In a form, a label for an account there. */
export const accountLabels = wordSet`whatsapp skype facebook instagram twitter linkedin wechat`

/** Card brands that are everyday words or banks too. */
export const cardBrands = wordSet`visa discover chase`

/** Organizations with the name of an everyday word that lower-case text still means. */
export const uncasedWordOrganizations = wordSet`amazon slack zoom telegram discord twitch visa skype glassdoor`
export const uncasedOrganizationBefore: Pattern = {
  regex: regex`\b(?:on|from|via|by) $`,
  matches: ['i bought it on ', 'via '],
  rejects: ['at ', 'on the '],
}

/** Capitalized words that are rarely the company inside a sentence. */
export const rarelyOrganizations = wordSet`May Three Total Spring Next Mint Ring Sky Brown`

export const legalForms = wordSet`
  inc incorporated ltd limited llc llp plc gmbh ag kg ohg gbr corp corporation co sa sarl sas srl spa bv nv
  oy oyj ab as asa aps pty pvt kk sl lda eirl holding holdings
`
/** Legal forms that identify a company whatever their case. */
export const clearLegalForms = wordSet`gmbh inc llc ltd plc`
export const uncasedLegalForms = wordSet`inc incorporated ltd llc llp plc gmbh corp pty`
/** Legal forms that are words or abbreviations too, and the spellings that are meant. */
export const ambiguousLegalForms = wordSet`as co sa ab ag`

/** The last word of a name that makes it one of an organization. */
export const organizationTypes = wordSet`
  university universitat universite universidad college institute institut school academy hospital clinic
  klinik centre center bank airline airlines airways insurance foundation association society ministry
  department agency bureau council commission committee church group partners consulting consultants
  technologies technology solutions systems software analytics labs laboratories industries enterprises
  ventures capital pharmaceuticals pharma motors electronics media studio studios pictures entertainment
  records press news times post network networks telecom energy petroleum logistics services holdings
  international global worldwide company corporation union federation alliance league club museum library
  theatre theater orchestra team brothers bros associates realty properties construction builders bakery
  brewery brewing coffee pizza grill kitchen diner pharmacy dental law legal securities research mutual
  mortgage financial finance investments administration police hotel hotels resort inn supermarket store
  stores market gas rail railways army navy steel plumbing electric roofing landscaping
`
export const uncasedOrganizationTypes = wordSet`
  university college institute hospital airlines airways foundation insurance bank
`
export const clearOrganizationTypes = wordSet`
  university college institute hospital bank airlines airways foundation insurance
`
/** Distinct however common the words before them are: "State University". */
export const distinctOrganizationTypes = wordSet`university college hospital airlines airways foundation`

export function isOrganizationType(key: string): boolean {
  return legalForms.has(key) || organizationTypes.has(key)
}

/** "University of", "Bank of", "Ministry for". */
export const organizationHeads = wordSet`
  university bank ministry department institute college church bureau museum academy society association
  house order
`
export const uncasedOrganizationHeads = wordSet`university bank ministry`
export const wordsAfterUncasedHead = wordSet`the my a an your life course`

/** Words that begin a sentence before a name and do not belong to it. */
export const wordsBeforeOrganization = wordSet`
  the my our your his her a an at in for this that i we when if is was
`

/** Words that do not belong to the name of an organization in lower-case text. */
export const uncasedNonNameWords = wordSet`
  the a an my our your his her their at in for to of from by with on i we it this that is was are be been
  called named local new big good and or went go work worked works same another other any some no which what
  every each state public private medical community business art online law next first last
`

const schoolKinds = words`high | primary | elementary | middle | secondary | grammar | community | public | catholic`
const notSchoolNames = words`
  the | a | my | our | your | his | her | this | that | in | at | to | of | from | local | same | old | new
  public | private | went
`

/** "lincoln high school", "sunrise community church". */
export const namedSchool: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?!(?:${notSchoolNames})\s)\p{L}[\p{L}\p{M}'’-]{2,20}
    (?:\s(?!(?:the|a|my|our|at|to|in|from)\s)\p{L}[\p{L}\p{M}'’-]{2,20})?
    \s(?:${schoolKinds})\s(?:school|church|library|college|hospital)(?![\p{L}\p{N}])`,
  matches: ['lincoln high school', 'I went to Sunrise Community Church.'],
  rejects: ['my high school', 'a public library'],
}

const schoolPhraseStarts = words`
  the | a | an | my | our | your | his | her | at | in | to | from | of | i | we | teach | attend | attended
  went | go | goes | is | was | for | and | since | during | finished | left | started | junior | senior
  every | each | no | any | some | free | big | small | good | bad | rural | urban
`
export const genericSchool: Pattern = {
  regex: regexWith('i')`^(?:${schoolPhraseStarts})\s`,
  matches: ['Every middle school', 'rural primary school'],
  rejects: ['Lincoln high school', 'Theodore primary school'],
}

/** After "work at" and the like: no employer. */
export const nonEmployers = wordSet`
  home work school night college university uni least first all times a an the my myself our your his her
  their this that it me him them us free fun now years example sure once different local people who which
  what one two some any minimum and so because but in on from with as large small big same another peanuts
  yourself themselves himself herself
`
export const uncasedEmployerCues = wordSet`at for with by from joined left called bei chez para the`

const dealingsWith = words`
  account | bank\w* | insured | policy | subscription | ordered | invoice | bill | employed | hired | made
  delivered | provided | bought | compared | work\w* | shopping
`
/** "with", "from" and the like after a word that makes what follows an organization rather than a person. */
export const dealingWithOrganization: Pattern = {
  regex: regex`\b(?:${dealingsWith}) (?:\w+ )?(?:with|from|by|for) (?:the )?$`,
  matches: ['my account with ', 'ordered it from '],
  rejects: ['i went with ', 'a letter from '],
}
export const personOrOrganizationBefore: Pattern = {
  regex: regex`\b(?:with|from|by|for) (?:the )?$`,
  matches: ['i work with ', 'from the '],
  rejects: ['at ', 'with a '],
}
