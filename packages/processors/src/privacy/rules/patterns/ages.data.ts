/** How people state an age, and what tells an age from another number. */

import type { Pattern } from './pattern.ts'
import { regex, words } from './pattern.ts'

const people = words`
  husband | wife | hubby | son | sons | daughter | daughters | kid | kids | child | children | mother
  father | mom | mum | mommy | mummy | dad | daddy | parents | brother | brothers | sister | sisters
  siblings? | grandmother | grandma | granny | nan | grandfather | grandpa | granddad | grandparents
  grandson | granddaughter | grandkids? | grandchild(?:ren)? | uncle | aunt | auntie | cousins? | nephews?
  nieces? | partner | boyfriend | girlfriend | fiancee? | spouse | ex | friends? | boss | colleague
  manager | roommate | flatmate | neighbou?r | baby | toddler | infant | newborn | twins? | triplets | boys?
  girls? | youngest | oldest | eldest | middle one | little one | older one | younger one | other one
  first one | second one | firstborn | stepson | stepdaughter | stepmother | stepfather
  (?:mother|father|brother|sister|son|daughter)[- ]in[- ]law | in-laws | patient | participant | respondent
  interviewee | client | customer | user | applicant | candidate | man | woman | guy | lady | gentleman
  person | teen | teenager | student | teacher | nurse | doctor | tutor | coach | oma | opa | mutter | vater
  sohn | tochter | bruder | schwester | mann | frau | hijo | hija | madre | padre | hermano | hermana
  marido | esposa | fils | fille | mere | pere | frere | soeur | mari | femme
`

const qualifiers = words`
  now | not | only | just | about | almost | nearly | around | currently | already | still | actually | like
  over | under | well over | going on | pushing | approaching | roughly | maybe | probably | both | all | um
  uh | er | exactly | officially | a | an | at | hitting | close to | about to (?:be|turn)
  gonna (?:be|turn) | going to (?:be|turn) | to be | turning | soon to be | barely | even | so | well
  i think | you know | basically | technically | approximately | aged? | into | past | not a day over
  somewhere around | not yet | not even | finally | i guess | at least | age
`

/** "already", "going on", "about to turn" between the subject and the number. */
const softeners = `(?:(?:${qualifiers}) )*`

const subjects = words`

  i'm | i am | im | i was | he's | she's | hes | shes | he is | she is | he was | she was | they're
  they are | they were | who's | who is | who was | who are | we're | we are | we were | you're | you are
  i'll be | i will be | she'll be | he'll be | they'll be | he will be | she will be | they will be | i'd be
  he'd be | she'd be
  (?:i|he|she|they|you|who) (?:must|might|could|should|would|may|has to|have to)(?: have been| be)
  i'm about | im about | me is | being
  (?:he|she|they|who|it's like she|daughter|son|kid|brother|sister|boy|girl) (?:isn't|wasn't|is not|was not|aren't|weren't)
  (?:i|he|she|you|they|we) (?:looks?|looked|feels?|felt)(?: like)?
  (?:${people})(?:'s|'re| is| was| are| were| will be|'ll be| just turned| would be)

  ich bin | er ist | sie ist | ich werde | ich war | bin | ist | ik ben | hij is | zij is | ze is | es war
  one's | one is | one was | other's | other is | both
`

/** "I'm", "my sister is about". */
export const ageSubject: Pattern = {
  regex: regex`(?:\b(?:${subjects})) ${softeners}$`,
  matches: ["i'm ", 'my daughter is almost ', 'he must be ', 'ich bin '],
  rejects: ['i have ', 'the house is '],
}

const becomingVerbs = words`
  turn(?:s|ed|ing)? | just hit | hitting | hit | reach(?:ed|ing)? (?:the )?age | pushing | approaching
  nearing | going on | coming up on | shy of | (?:wrong|right|other|far|sunny) side of
  celebrat(?:ed|ing|es?) | live[ds]? to(?: be| see| the age of)? | made it to | cumpli | cumplio | cumplo
  werde | wurde | wordt | feiere
`
export const becomingAge: Pattern = {
  regex: regex`
    \b(?:${becomingVerbs}) (?:the )?(?:big |age |my |his |her |the ripe old age of |just |like )?$`,
  matches: ['i just turned ', 'he lived to be ', 'pushing '],
  rejects: ['he returned ', 'turn left at '],
}

const timeConjunctions = words`
  when | since | until | till | til | before | after | by the time | once | as soon as | if | while
  because | back when | from when | cuz | cause | as | als | cuando | quand | wenn
`
const timeVerbs = `'m|'s|'re|'ll be| was| were| is| am| are| turned| reached| hit| become| turn| turns| war| tenia| avais`
/** "when she was", "until I'm". */
export const ageAtTheTime: Pattern = {
  regex: regex`
    \b(?:${timeConjunctions}) (?:i|he|she|they|we|you|(?:my|his|her|their|our|the) \w+|[a-z]+)
    (?:${timeVerbs}) ${softeners}$`,
  matches: ['when she was ', "until i'm ", 'since my son turned '],
  rejects: ['she was ', 'when we had '],
}

/** "age:", "aged between", "at the age of". */
export const ageLabel: Pattern = {
  regex: regex`
    (?:\b(?:aged?|ages|alter|edad|eta|idade|leeftijd|wiek)\b(?: ?\([a-z. ]{1,12}\))?[\s:=–-]*
    (?:(?:is|was|of|about|around|between|from|range|group|bracket|band|von|de|di|approximately|under|over|approx\.?
    |roughly|currently|as|now|would be|will be|at|like)[\s:=]+)*
    |\b(?:age|age group|age range|age bracket)[^.!?\n]{0,16}[:=–-]\s*
    |\b(?:agee?s?|anos) de )$`,
  matches: ['age: ', 'at the age of ', 'aged between ', 'edad: '],
  rejects: ['the cage ', 'pages '],
}

const lifeEvents = words`
  marri(?:ed|age) | started | left | retir(?:ed?|ing|ement) | died | passed away | began | learned | learnt
  graduated | diagnosed | pregnant | quit | widowed | divorced | emigrated | immigrated | moved out
  dropped out | enlisted | became | still going strong | lost (?:my|his|her) | first job
  (?:got|passed|earned) (?:my|his|her) (?:[a-z]+ )?(?:licen[cs]e|test|degree|first|diploma|permit)
  learned to | had (?:my|her|his) (?:first|son|daughter|kid|baby|child) | even | me at | him at | her at
  life at | living at | dating at | mum at | mom at | mother at | father at | dad at
`
/** "she married at", "retired at". */
export const lifeEventAtAge: Pattern = {
  regex: regex`\b(?:${lifeEvents})\b[^.!?]{0,30}\bat $|\b(?:at|aged) (?:barely|only|just|nearly|almost) $`,
  matches: ['she married at ', 'i retired early at ', 'at only '],
  rejects: ['we met at ', 'married in '],
}

const somebody = words`
  man | woman | person | lady | gentleman | boy | girl | guy | child | kid | someone | somebody | anyone
  nurse | teacher | toddler | teenager | bachelor | retiree | hombre | mujer | nino | nina | homme | femme
  enfant | frau | mann | uomo | donna
`
export const somebodyOfAge: Pattern = {
  regex: regex`\b(?:${somebody}) (?:of|who is|who's|aged|in their|de|d'|von|di) (?:about |around |only |just )?$`,
  matches: ['a woman of ', 'someone who is about ', 'une femme de '],
  rejects: ['a cup of ', 'a woman with '],
}

/** "my dad is 58, my mum 56": the second of two ages. */
export const secondPersonWithAge: Pattern = {
  regex: regex`(?:,|and|but) (?:my|his|her|our|the|their) (?:${people}|other) $`,
  matches: ['my dad is 58, my mum ', 'and his sister '],
  rejects: ['my mum ', 'and my car '],
}
/** "my mother, 62, uses it". */
export const personBeforeAside: Pattern = {
  regex: regex`\b(?:${people})(?:,| \()\s?$`,
  matches: ['my mother, ', 'the participant ('],
  rejects: ['my car, ', 'my mother '],
}

export const genderBefore: Pattern = {
  regex: regex`
    (?:\b(?:female|male|woman|man|nonbinary|non-binary|girl|boy|weiblich|mannlich|mujer|hombre|homme|femme)\s*[,/:(–-]?\s*
    |(?:^|[(,;/:|\s])[fmw]\s?[,/(-]\s?)$`,
  matches: ['female, ', 'a man ', '(f, '],
  rejects: ['the human ', 'from '],
}
export const genderAfter: Pattern = {
  regex: regex`
    ^\s*[,/(;|–-]?\s*(?:female|male|woman|man|nonbinary|non-binary|weiblich|mannlich|[fmw](?=[,).;/\s]|$))`,
  matches: [', female', ' m)', '/w'],
  rejects: [' from', ' years'],
}
/** What may precede an age with a gender after it. */
export const startOfDescription: Pattern = {
  regex: regex`(?:^|[(,:;/|]\s?|\b(?:i'm|am|a|aged?)\s|\n)$`,
  matches: ['', "i'm ", '('],
  rejects: ['we have ', 'room '],
}

const ageUnits = words`years? | yrs? | months? | mos? | weeks? | wks? | days? | yr | jahre? | monate | jaar | ans | anos | anni`
const fractions = words`half | quarter | \d | one | two | three | four | five | six | seven | eight | nine | ten | eleven`
/** "years old", "-year-old", "yo", "and a half months old". */
export const yearsOld: Pattern = {
  regex: regex`
    ^[\s-]*(?:(?:and|&) (?:a )?(?:${fractions})[\s-]+)?(?:something[\s-]+)?(?:${ageUnits})?\.?'?
    [\s-]*(?:olds?\b|of age\b|young\b|alt\b|oud\b)
    |^[\s-]?(?:y/?o|y\.\s?o|yrs?/?o|year-olds?|yo|years? old)\b\.?|^-?jahrige?[rsn]?\b|^-?jarige?\b`,
  matches: [' years old', '-year-old', 'yo', ' and a half months old', ' jahre alt'],
  rejects: [' years ago', ' older', ' people'],
}
export const yearsAgo: Pattern = {
  regex: regex`^ years? ago\b`,
  matches: [' years ago'],
  rejects: [' years old'],
}

const notAnAge = words`
  de experiencia | d'experience | trabajando | di esperienza | de experience | de trabajo | que[ ] | lang
  ago | fa | depuis | berufserfahrung | erfahrung | mas tarde | despues | plus tard
`
/** "tengo 34 años", "34 Jahre". */
export const foreignYears: Pattern = {
  regex: regex`^[\s-]+(?:ans|anos|anni|anys|jahre|jahren|lat|jaar)\b(?! (?:${notAnAge}))`,
  matches: [' anos', ' jahre', ' ans et demi'],
  rejects: [' anos de experiencia', ' years'],
}
const foreignAgeCues = words`
  tengo | tiene | tenia | tienes | tenemos | tienen | con | cumpli | cumplo | cumplira | de | j'ai | ai | a
  avais | avait | il a | elle a | age de | agee de | eu | ho | ha | hai | avevo | aveva | compiuto | di
  tenho | tem | tinha | fiz | com | ik ben | ben | is | van | mam | ma | mit | von | bin | ist | erst
  schon | mas de | casi | presque | quasi | quase
`
export const foreignAgeBefore: Pattern = {
  regex: regex`
    (?:\b(?:${foreignAgeCues}) (?:unos |environ |circa |apenas |solo |seulement |bientot |fast |ya |knapp |uber )?)$`,
  matches: ['tengo ', "j'ai ", 'ich bin fast ', 'il a presque '],
  rejects: ['hace ', 'quelques '],
}

const things = words`
  house | building | car | truck | van | phone | iphone | laptop | computer | macbook | account | company
  app | software | device | machine | tree | system | website | site | version | browser | file | files
  data | article | post | photo | video | model | bike | tv | tablet | ipad | printer | battery | bridge
  church | castle | wine | whisky | whiskey | scotch | tradition | history | dog | cat | pet | puppy
  kitten | horse | rabbit | parrot | shoes | kitchen | roof | furniture | table | sofa | couch | mattress
  bed | code | codebase | technology | business | store | shop | restaurant | hotel | city | town | startup
  firm | bug | ticket | plant | fridge | washing machine | appliance | equipment | boat | plane | engine
  cheese | recipe | book | movie | song | game | router | camera | watch | contract | loan | debt
  subscription | mortgage | product | brand | project | feature | it's | it is | its | this is | that's
  it was
`
/** A thing that is so many years old. */
export const thingBeforeAge: Pattern = {
  regex: regex`\b(?:${things})(?: (?:is|was|are|were|that is|which is))?\b[^.!?]{0,20}$`,
  matches: ['the app is ', 'our house was built ', "it's "],
  rejects: ['my son is ', 'the app. i am '],
}
export const thingAfterAge: Pattern = {
  regex: regex`^\W*(?:${things})\b`,
  matches: [' laptop', ', car'],
  rejects: [' boy', ' carpenter'],
}

const otherUnits = words`
  minutes? | mins? | hours? | hrs? | seconds? | secs? | days? | weeks? | months? | percent | per cent | of
  out | feet | foot | ft | inch(?:es)? | cm | centimet\w+ | met(?:er|re)s? | miles? | km | kilomet\w+
  kilos? | kg | pounds? | lbs? | stone | dollars? | euros? | bucks | grand | times | steps? | points? | to
  or | more | less | other | different | people | persons | users | degrees? | th | st | nd | rd | blocks?
  clicks? | pages? | levels? | k | hundred | thousand | million | billion | am | pm | a\.m | p\.m | o'clock
  items? | questions? | things? | years?(?! ?-?(?:old|young|of age|and|this|next|in|now|already|today|last))
  yrs? (?:experience|in) | half | minuten | stunden | tage | wochen | monate | prozent | euro | minutos
  horas | dias | semanas | meses | heures | jours | semaines | mois | seiten | fragen | preguntas | paginas
  personas | stops? | stories | floors? | x\b | generation | man | woman | parts? | clients? | hundredths
  mbps | gb | mb | mm | and a half (?:hours|minutes|feet) | shots? | drinks? | behind | ahead | away | down
  short | in a row | for \d | on (?:the|a) (?:scale|list) | kids | children | dogs | cats | sisters
  brothers | pounds | votes
`
/** After these the number is not an age. */
export const otherUnitAfter: Pattern = {
  regex: regex`^(?:\s*(?:%|°|['"′″’]\s?\d|[.,:/]\d|\+\d|[-–]\d)|[\s-]*(?:${otherUnits})\b)`,
  matches: [' minutes', '%', '.5', ' kids', ' of us'],
  rejects: [' years old', ', and', ''],
}

const clauseStarts = words`
  and | so | but | now | with | when | who | this | next | last | today | right | tomorrow | married
  single | divorced | working | living | from | i | i'm | my | we | he | she | they | too | already | though
  at | as | in | because | since | male | female | which | has | have | is | was | going | also | then | um
  uh | yeah | okay | actually | currently | still | retired | unemployed | employed | years? | old | on | by
  und | y | et | e | en | while | if | it's | like | you | that | the | there | here | until | before
  after | just | almost | or so | ish
`
/** The number ends its phrase. */
export const endOfPhrase: Pattern = {
  regex: regex`^\s*(?:$|[.,;:!?)…"”–—]|- |(?:${clauseStarts})\b)`,
  matches: ['', '. I', ' and my', ' years', ' now'],
  rejects: [' apples', ' bananas'],
}
/** A plural noun that the number counts. */
export const countedPluralAfter: Pattern = {
  regex: regex`^ (?!is|was|has|this|as|years|his|its|always|yes|kids|sometimes|plus)[a-z]{3,}[^s']s\b`,
  matches: [' apples', ' tickets'],
  rejects: [' years', ' always', ' glass'],
}

export const bornBefore: Pattern = {
  regex: regex`\bborn\b[^.!?]{0,30}$`,
  matches: ['i was born ', 'born exactly '],
  rejects: ['stubborn ', 'born there. it was '],
}
export const ageUnitAfter: Pattern = {
  regex: regex`^ (?:months?|weeks?|days?|years?)\b`,
  matches: [' months', ' year'],
  rejects: [' minutes', ' yearly'],
}
export const childOfBefore: Pattern = {
  regex: regex`\b(?:baby|child|infant|toddler|boy|girl|son|daughter|kid) of (?:about |only |just )?$`,
  matches: ['a boy of ', 'a baby of only '],
  rejects: ['a cup of '],
}
export const bareYearsAfter: Pattern = {
  regex: regex`^ years?\s*(?:$|[.,;!?)]|and\b|now\b)`,
  matches: [' years.', ' years and'],
  rejects: [' years of work', ' years ago'],
}
export const somebodyIsBefore: Pattern = {
  regex: regex`\b(?:i'm|i am|he's|she's|he is|she is) (?:of |now |about |almost )?$`,
  matches: ["i'm ", 'she is now '],
  rejects: ['it is ', 'they are '],
}
export const timeOrShareAfter: Pattern = {
  regex: regex`^\s*(?:%|percent|minutes|hours)`,
  matches: ['%', ' minutes'],
  rejects: [' years', ''],
}
/** "people my age, 75,". */
export const comparedAgeBefore: Pattern = {
  regex: regex`\b(?:my|his|her|their|that|your) age, (?:which is |at |like |about )?$`,
  matches: ['people my age, ', 'at that age, about '],
  rejects: ['my age ', 'the age, '],
}

/** "At 67 I'm the oldest". */
export const atAgeBefore: Pattern = {
  regex: regex`(?:^|[.!?,;:]\s?)(?:at|by) $`,
  matches: ['at ', 'well, by '],
  rejects: ['we met at '],
}
export const personClauseAfter: Pattern = {
  regex: regex`^,? (?:i|i'm|i'd|he|he's|she|she's|my|they|you)\b`,
  matches: [" i'm the oldest", ', she'],
  rejects: [' it', ' is'],
}
/** "Hi, 41 here". */
export const openingBeforeAge: Pattern = {
  regex: regex`(?:^|\b(?:hi|hello|hey|yes|and|so|um|well)[,.]? )$`,
  matches: ['', 'hi, ', 'so '],
  rejects: ['we are '],
}
export const enclosedAgeAfter: Pattern = {
  regex: regex`^\s?(?:[,)]|$|\.|(?:and|&) (?:[a-z]+|\d+)\s*(?:[,.)]|$))`,
  matches: [', uses it', ')', ' and 12.'],
  rejects: [' apples', ' and then we'],
}
export const numberedParticipantBefore: Pattern = {
  regex: regex`\b(?:participant|respondent|interviewee|patient|user|subject|person|p) ?#?\d{1,3}, $`,
  matches: ['participant 9, ', 'p12, '],
  rejects: ['participant, ', 'room 9, '],
}
const ageQuestions = words`
  how old (?:are|is|were|was) (?:you|he|she|they|your \w+|the \w+)(?: \w+){0,2}
  your age | his age | her age | how old
`
/** "How old are you? Thirty-four." */
export const ageQuestionBefore: Pattern = {
  regex: regex`
    \b(?:${ageQuestions})\W{1,4}(?:(?:um|uh|oh|well|so|i|i'm|he's|she's|yeah|okay|[a-z]{1,12}:)\W+){0,3}$`,
  matches: ['how old are you? ', 'your age? um, '],
  rejects: ['how are you? ', 'how old are you? we have '],
}
/** Between a person's name and the number. */
export const nameToAge: Pattern = {
  regex: regex`
    ^(?:'s| is| was|'ll be| will be| just turned| turned| turns| turning|, who is|, who's|, aged?|, now| is now| is only
    | was only)$`,
  matches: [' is', ', aged', ' just turned'],
  rejects: [' has', ' is in'],
}
export const asideAfterAge: Pattern = {
  regex: regex`^\s?(?:[,)]|$|\.)`,
  matches: [', is a nurse', ')', ''],
  rejects: [' more', ' and'],
}
export const orSoAfter: Pattern = { regex: regex`^ or so\b`, matches: [' or so'], rejects: [' or some'] }

/** "we are seven here": a count of people. */
export const groupBefore: Pattern = {
  regex: regex`\b(?:we're|we are|we were|they are all|who are)\s$`,
  matches: ['we are '],
  rejects: ['i am '],
}
export const groupAgeAfter: Pattern = {
  regex: regex`^\W*(?:years|and)`,
  matches: [' years old', ' and'],
  rejects: [' here'],
}
export const firstOrSecondPerson: Pattern = {
  regex: regex`\b(?:i'm|i am|im|i was|you're|you are)\s`,
  matches: ["i'm almost ", 'you are '],
  rejects: ['she is '],
}
export const endAfterOne: Pattern = {
  regex: regex`^\s*(?:$|[.,;!?]|and\b|now\b|this\b|next\b)`,
  matches: ['.', ' now', ''],
  rejects: [' of them'],
}
export const hereAfter: Pattern = { regex: regex`^ here\b`, matches: [' here'], rejects: [' hereby'] }
