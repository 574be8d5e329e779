/** What precedes and surrounds the name of a place. */

import type { Pattern } from './pattern.ts'
import { regex, wordSet, words } from './pattern.ts'

const residence = words`
  live[sd]? | living | based | born | raised | grew up | grow up | reside[sd]? | residing | resident
  residents | located | situated | stay(?:s|ed|ing)? | settled | house | home | flat | apartment | office
  offices | headquarter(?:s|ed) | branch | store | stores | shop | clinic | hospital | school | restaurant
  hotel | airbnb | vacation | holiday | honeymoon | conference | meeting | workshop | event | wedding | farm
  village | town | city | suburb | neighbou?rhood | weather | back home | studying | working | currently
  originally | somewhere | place | property | people | family | relatives | parents | campus | semester
  year abroad | abroad | station | accident | traffic
`
const within = words`
  in | near | around | outside | of | from | just outside | close to | north of | south of | east of
  west of
`
const travel = words`
  move[ds]? | moving | relocat(?:e|ed|ing) | fl(?:y|ew|ies|ying|own) | travel(?:s|l?ed|l?ing)? | trip
  drive | drives | drove | driving | commut(?:e|ed|es|ing) | went | go | goes | going | been
  return(?:ed|ing)? | emigrat(?:ed|e|ing) | immigrat(?:ed|e|ing) | train | bus | flight | flights
  road trip | ship(?:ped|ping|s)?(?: it)? | deliver(?:ed|y)?(?: it)? | send it | sent it | come | comes
  coming | came | arriv(?:e|ed|es|ing) | hail(?:s|ed|ing)? | migrated | deported | transferred | walk | ran
  sail(?:ed|ing)? | heading | headed | welcome
`
const people = words`
  nurse | teacher | student | guy | man | woman | lady | girl | boy | family | people | friend | colleague
  doctor | engineer | farmer | someone | person | retiree | mother | father | couple | immigrant | refugee
  [a-z]+(?:er|or|ist|ian|ant|ent)
`
const labels = words`
  hometown(?: is| was|:)? | home town is | address(?: is|:)? | location(?:'s| is|:) | city(?: is|:| of)
  town(?: is|:| of) | village of | state of | province of | country(?: is|:| of) | county(?: is|:| of)
  place of birth(?: is|:)? | birthplace(?: is|:)? | native of | citizen of | i'm from | i am from
  he's from | she's from | is from | are from | was from | were from | we're from | they're from | you from
  originally from | calling from | joining (?:us )?from
`
const otherLanguages = words`
  wohne in | wohnt in | wohnhaft in | lebe in | lebt in | komme aus | kommt aus | stamme aus | geboren in
  gezogen nach | vivo en | vive en | viven en | soy de | es de | naci en | mudo a | habite (?:a|en|au)
  vis (?:a|en) | viens de | vient de | ne a | nee a | abito (?:a|in) | vivo (?:a|in) | vengo da | nato a
  nata a | moro em | vivo em | sou de | nasci em | woon in | woont in | kom uit | komt uit | mieszkam w
`

/** "I live in", "we flew to", "a nurse from", "20 miles from". */
export const placeCue: Pattern = {
  regex: regex`\b(?:
    (?:live[sd]?|living|stay(?:s|ed|ing)?|arrived?) at|home(?:'s| is| was)
    |(?:${residence}) (?:right )?(?:${within})
    |(?:${travel}) (?:back |all the way |down |up |over |out |here |there |directly |straight )?
    (?:to|from|in|into|through|via|out of|at|for)
    |visit(?:ed|ing|s)?|(?:here|out|over|down|up|back) (?:in|near|from|outside)
    |${labels}
    |(?:town|village|city|place|suburb|neighbou?rhood|region|island) (?:called|named)
    |(?:from|between) [a-z]+(?: [a-z]+)? (?:to|and)
    |(?:${people}) from|dialing in from
    |${otherLanguages}
    |restaurant in|based out of
    |(?:kms?|miles?|minutes?|hours?|blocks?) (?:from|away from|outside|north of|south of|east of|west of)
    )\s(?:the |sunny |lovely |central |downtown |beautiful |rural |rainy |nearby |little )?$`,
  matches: [
    'i live in ',
    'we flew to ',
    'a nurse from ',
    'ten miles from ',
    'from boston to ',
    'ich wohne in ',
  ],
  rejects: ['i believe in ', 'i wrote to ', 'i live in a '],
}

const prepositions = words`
  in | near | around | outside | from | to | at | across | throughout | via | of | through | towards
  within | beyond | leaving | serving | southern | northern | eastern | western | central | downtown
  greater | upper | lower | north | south | east | west | nach | aus | en | a | da | di | em | uit | bei
  over | between | and | or | both | enjoyed | loved | love | miss
`

/** A preposition that may precede a place. */
export const placePreposition: Pattern = {
  regex: regex`\b(?:${prepositions})\s(?:the )?$|\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place),\s$`,
  matches: ['in ', 'near the ', 'northern ', '12 main street, '],
  rejects: ['for ', 'in my '],
}

/** The end of a street address, before the town. */
export const streetBefore: Pattern = {
  regex: regex`\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place), $`,
  matches: ['12 main street, ', 'park ave, '],
  rejects: ['on the street ', 'streets, '],
}

export const institutionOfBefore: Pattern = {
  regex: regex`\b(?:university|bank|ministry|institute|college|church|museum|school|academy) of (?:the )?$`,
  matches: ['university of ', 'the bank of the '],
  rejects: ['the city of ', 'banks of '],
}

/** A person's home town, whose name may be an everyday word. */
export const homeCue: Pattern = {
  regex: regex`
    \b(?:live[sd]?|living|moved|born|raised|grew up|based|originally|i'm|i am|hometown|he's|she's) (?:\w+ )?
    (?:in|to|from|is|near)\s(?:the )?$`,
  matches: ['i live in ', 'we moved back to ', "she's from "],
  rejects: ['we drove to ', 'i live on '],
}

export const locativePreposition: Pattern = {
  regex: regex`\b(?:in|near|around|outside) (?:the )?$`,
  matches: ['we met in ', 'outside the '],
  rejects: ['at ', 'in a '],
}

/** Words after "in" and the like that name no place although a place has that name. */
export const wordsAfterPlaceCue = wordSet`
  a an the this that it one two my our your here there home bed love fact order general case charge need
  front touch town school work college hospital prison person public private business real same new old
  first second good small large big place house church water nature time of on for to and not so what which
  where many most some all both each every much more
`

/** Names of places that are lower-case words in most sentences. */
export const placesUsedAsWords = wordSet`
  la can van of is mobile same un man male page most nice split best sale bath bar ball both chair date
  media marketing central march may august sunday bill christian english china turkey reading
`

/** Places of two or three letters that are written that way. */
export const shortPlaces = wordSet`US UK USA UAE NYC LA SF DC KL rio Rio uk usa`

export const institutions = wordSet`university college hospital bank ministry department institute school`
/** Also the names of towns, but not without a strong cue. */
export const institutionsAndVenues = wordSet`
  university college hospital bank ministry department institute school church mall plantation
`

/** May follow a place with a capital without being part of a longer name. */
export const wordsAfterPlace = wordSet`
  airport station county city state university street road avenue is was and or on in at for
`

export const directions = wordSet`
  north south east west northern southern eastern western central downtown greater upper lower
`

/** The first word of many place names. */
export const placePrefixes = wordSet`
  mount lake port fort san santa sao saint st county cape isle el los las villa puerto bad rio monte
`

export const weekdays = wordSet`monday tuesday wednesday thursday friday saturday sunday`

/** The last word of a name that makes it one of a place. */
export const placeType: Pattern = {
  regex: regex`^(?:${words`
  airport | station | county | district | province | park | beach | lake | river | island | islands | bay
  valley | coast | bridge | square | mall | hills | mountains? | falls | harbou?r | peninsula | canyon
  desert | forest | village | heights | plaza | palace | castle | cathedral | stadium | arena | museum | zoo
  gardens? | tower | prefecture | borough | township | gulf | strait | sea | ocean | canal | creek | springs
  crossing | junction | quarter | downtown
`})$`,
  matches: ['airport', 'harbor', 'harbour', 'gardens'],
  rejects: ['airports', 'company'],
}

/** "Spain 97197"; captures a country prefix and the digits. */
export const postcodeAfterPlace: Pattern = {
  regex: regex`^,?\s{1,3}([A-Z]{2}\s)?(\d{4,6})(?!\d|[.,]\d|\s?(?:[%$€£]|[a-z]))`,
  matches: [' 97197', ', CH 8001'],
  rejects: [' 97197 euros', ' 123', ' 5000%'],
}
