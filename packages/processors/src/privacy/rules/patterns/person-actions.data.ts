/** What follows a person's name: verbs that only people do, and what belongs to people. */

import type { Pattern } from './pattern.ts'
import { regex, wordSet, words } from './pattern.ts'

const possessions = words`
  husband | wife | son | daughter | mother | father | mom | mum | dad | brother | sister | friend | house
  phone | email | account | name | birthday | age | number | address | office | team | boss | idea | desk
  car | place | job | work | order | feedback | comment | answer | response | opinion | kids | parents
  family | report | wedding | killers | laptop | class | room
`

const verbs = words`
  said | says | say | told | tells | asked | asks | thinks | thought | wants | wanted | joined | joins
  works | worked | working | lives | lived | wrote | writes | called | calls | emailed | texted | messaged
  sent | sends | mentioned | mentions | explained | explains | suggested | suggests | replied | answered
  agreed | agrees | disagreed | complained | noted | pointed | showed | shows | helped | helps | taught
  teaches | recommended | recommends | booked | bought | paid | visited | moved | married | died | loves
  loved | likes | liked | hates | hated | knows | knew | believes | feels | felt | remembers | forgot | lost
  found | needs | needed | went | goes | came | comes | left | arrived | started | stopped | signed | tested
  tried | tries | uses | used | reported | reports | admitted | laughed | smiled | cried | speaks | spoke
  plays | played | studied | studies | graduated | retired | turned | turns | gave | gives | took | takes
  got | gets | made | makes | saw | sees | looked | looks | ran | runs | leads | led | manages | managed
  owns | hosted | hosts | presented | presents | spent | listed | prefers | preferred | struggled | clicked
  opened | scored | rated | cancelled | canceled | ordered | complains

  began | begins | became | continued | decided | ended | kept | let | offered | failed | passed | won
  drives | drove | cooks | stays | stayed | travels | travelled | traveled | sings | dances | sat | stood
  argued | insisted | promised | claimed | claims
`

const clauses = words`
  and i\b | and me\b | and my\b | who\b | whose\b | here\b | speaking\b | calling\b | from\b
  both\b

  is (?:a|an|my|the|our|his|her|very|in|at|on|from|not|so|always|really|also|coming|going|calling|joining|leaving|married|pregnant|sick|late|here|\d)\b
  was (?:a|an|my|the|our|born|very|in|at|on|not|so|always|really|also|here|diagnosed|late|\d)\b
  has (?:a|an|been|two|three|worked|lived|never|always|already|the)\b | had (?:a|an|been|given|to|the)\b
  will (?:be|call|send|have|join|take|do|bill|speak|talk)\b | would (?:be|like)\b | can (?:you|i|we)\b
  doesn't\b | didn't\b | isn't\b | wasn't\b | hasn't\b | won't\b | can't\b
`

/** "said", "'s husband", "is coming", ", could you". */
export const personAction: Pattern = {
  regex: regex`^(?:
    ['’]s (?:\w+ )?(?:${possessions})
    |['’]s(?= (?:a|an|the|my|our|been|got|going|not|just|really|very|\d))
    |,? (?:${verbs}|${clauses})(?![a-z])
    |,? (?:could|can|would|did|do|are|what|how) (?:you|i)\b)`,
  matches: [' said hello', "'s husband", ' is a nurse', ', could you', ' and i went', " doesn't"],
  rejects: [' is cheap', ' saidonara', ' of the', ''],
}

/** A verb by its ending alone; only after a first name. */
export const inflectedVerb: Pattern = {
  regex: regex`^ [a-z]{3,}(?:ed|[^s]s)\b(?! (?:are|were|and)\b)`,
  matches: [' walked home', ' smiles'],
  rejects: [' glass', ' cars are', ' is'],
}

const closePossessions = words`husband | wife | son | daughter | mother | father | mom | mum | dad | brother | sister | friend | email | phone`
const clearVerbs = words`
  said | says | told | asked | thinks | thought | wants | wanted | joined | works | worked | lives | lived
  wrote | called | emailed | texted | mentioned | explained | suggested | replied | agreed | bought | sent
  paid | booked | visited | moved | married | showed | helped | recommended | complained | laughed | smiled
  teaches | taught | went | came | left | arrived | noticed | clicked | tried | liked | hated | forgot
  needs | needed | will | is my | was my | and i | loves | loved | hates | knows | knew
`

/** After a name that is an everyday word too: only a person does this. */
export const clearPersonAction: Pattern = {
  regex: regex`^(?:'s (?:${closePossessions})| (?:${clearVerbs}))\b`,
  matches: [' said so', "'s husband left"],
  rejects: [' the floor', "'s price"],
}

/** First names that begin a sentence as an everyday word too often: "Will it", "May I", "Mark the box". */
export const firstNamesUsedAsVerbs = wordSet`
  will may mark hope grant grace bill rose chase faith joy drew sue pat rob jack art page
`

/** Written after a name and not part of it. */
export const postNominals = wordSet`phd md ceo cto cfo esq rn mba`

/** The first word of a place name rather than a person's. */
export const placeNamePrefixes = wordSet`saint st san santa new lake mount port fort cape north south east west`

/** The last word of a phrase with capitals that names no person. */
export const nonPersonEndings = wordSet`day week month year eve street road drive trail version show account app`
