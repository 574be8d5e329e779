/** What precedes a person's name: introductions, titles, relationships, greetings and verbs with a person as object. */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, words } from './pattern.ts'

const relatives = words`
  husband | wife | hubby | son | daughter | kid | child | mother | father | mom | mum | mommy | mummy | mama
  dad | daddy | papa | brother | sister | sibling | twin | grandmother | grandma | granny | nan | nana
  grandfather | grandpa | granddad | grandson | granddaughter | uncle | aunt | auntie | cousin | nephew
  niece | partner | boyfriend | girlfriend | fiance | fiancee | spouse | ex | ex-husband | ex-wife | stepson
  stepdaughter | stepmother | stepfather | (?:mother|father|brother|sister|son|daughter)-in-law
`

const roles = words`
  friend | best friend | mate | buddy | colleague | coworker | co-worker | workmate | teammate | boss
  manager | supervisor | assistant | secretary | director | lead | head | mentor | intern | roommate
  flatmate | housemate | neighbou?r | landlord | landlady | teacher | professor | tutor | instructor | coach
  trainer | therapist | counsell?or | dentist | surgeon | physician | nurse | midwife | lawyer | attorney
  solicitor | accountant | realtor | agent | representative | rep | advisor | adviser | consultant
  designer | developer | engineer | researcher | interviewer | interviewee | moderator | facilitator
  participant | respondent | patient | client | customer | user | witness | victim | suspect | defendant
  author | artist | singer | actor | actress | writer | producer | songwriter | president | senator
  governor | mayor | minister | chancellor | pastor | priest | rabbi | imam | reverend | founder
  co-founder | ceo | cto | cfo | owner | host | guest | speaker | babysitter | nanny | caregiver | carer
  hairdresser | barber | mechanic | plumber | electrician | driver | student | classmate | pupil | candidate
  applicant | recruiter | colleagues | friends | kids | children | sons | daughters | sisters | brothers
  parents | twins | dog walker | guy | man | woman | lady | girl | boy | dude | person | somebody
  someone

  kollege | kollegin | chef | chefin | freund | freundin | mann | frau | sohn | tochter | bruder | schwester
  mutter | vater | amigo | amiga | jefe | jefa | hermano | hermana | esposo | esposa | marido | hijo | hija
  collegue | ami | amie | mari | femme | frere | soeur | fils | fille | amico | amica | fratello | sorella
  moglie | marito | figlio | figlia | collega | irmao | irma | filho | filha | vriend | vriendin | broer
  zus | zoon | dochter | baas
`

const honorifics = words`
  mr | mrs | ms | miss | mx | dr | doctor | prof | professor | sir | madam | madame | mme | mlle | m\.
  herr | frau | senor | senora | sr | sra | srta | don | dona | signor | signora | dott | monsieur | mevrouw
  meneer | dhr | mevr | pan | pani | mister | missus | misses | lady | lord | dame | rev | reverend | father
  sister | brother | rabbi | imam | pastor | judge | justice | senator | congressman | congresswoman
  president | governor | mayor | captain | capt | colonel | col | major | sergeant | sgt | lieutenant | lt
  general | officer | detective | inspector | constable | agent | coach | chef | nurse | uncle | aunt
  auntie | cousin | grandma | grandpa | nana | prince | princess | king | queen | pope | saint | sheikh
  ustadh | haji | bhai | sensei | attorney | principal | dean | ambassador | secretary | councillor
  councilor | superintendent | deputy | sheriff | chancellor | minister | premier
`

export const honorific: Pattern = {
  regex: regex`(?:^|[^a-z])(?:${honorifics})\.?\s+$`,
  matches: ['mrs. ', 'i saw dr ', 'frau ', 'ask professor '],
  rejects: ['the doctor said ', 'mrs', 'my firm '],
}

const redactedTitles = words`
  mr | mrs | ms | miss | mx | dr | doctor | prof | professor | mister | sir | madam | madame | monsieur
  herr | frau | señor | señora | sr | sra | signor | signora | nurse
`

/** Titles that are redacted with the name, because they reveal the gender. */
export const titleBeforeName: Pattern = {
  regex: regexWith('iu')`(?<![\p{L}\p{N}])(?:${redactedTitles})\.?[ ]{1,2}$`,
  matches: ['I met Mrs. ', 'Professor ', 'la señora '],
  rejects: ['Mrs.', 'the terms ', 'my uncle '],
}

/** Titles under which even an everyday word is a name. */
export const plainTitle: Pattern = {
  regex: regex`(?:^|[^a-z])(?:mr|mrs|ms|dr|doctor|prof|professor|mister)\.?\s+$`,
  matches: ['mr ', 'i saw dr. '],
  rejects: ['auntie ', 'farmers '],
}

const nameOwners = words`
  my | his | her | their | your | our | the | last | first | full | maiden | middle | given | family | pen
  user's | customer | account | patient | whose | real | legal | nick
`
const nameVerbs = words`
  is | was | are | to | should be | as | of | would be | reads | appears as | on (?:the|my) \w+ is
`
const nameIntroductions = words`
  (?:${nameOwners}) ?names?(?: (?:${nameVerbs}))?(?:'s)?
  name(?:'s|d| is|:|;) | names? (?:are|were)
  (?:i am|i'm) called | call(?:s|ed)? (?:me|him|her|them|us)
  go(?:es)? by | going by | known as | a\.?k\.?a\.?
  named(?: after)? | name(?:d)? (?:him|her|it|them)
  addressed to | in the name of | on behalf of

  heisse | heisst | ich heisse | mein name ist | name ist | je m'appelle | m'appelle | s'appelle | me llamo
  se llama | mi nombre es | mi chiamo | si chiama | il mio nome e | me chamo | chamo-me | meu nome e
  ik heet | mijn naam is | heet | nazywam sie | mam na imie
`

/** Always followed by a name. */
export const nameIntroduction: Pattern = {
  regex: regex`
    (?:^|[^a-z])(?:${nameIntroductions})[\s,:;?"“„(–-]{1,3}
    (?:(?:is|um|uh|dr|mr|mrs|ms|like|actually|just|simply|est|ist|es)\.?,? )*$`,
  matches: [
    'my name is ',
    'they call me ',
    'first name: ',
    'the lease is in the name of ',
    "je m'appelle ",
    'a.k.a. ',
  ],
  rejects: ['i live in ', 'my number is ', 'i called ', 'unnamed'],
}

const namedThings = words`
  town | village | city | place | suburb | neighbou?rhood | region | island | street | company | startup
  firm | agency | organi[sz]ation | charity | employer | app | application | product | tool | platform
  website | site | service | program | programme | software | system | game | book | novel | movie | film
  show | series | podcast | song | album | band | restaurant | pub | bar | cafe | shop | store | school
  hospital | feature | thing | something | dog | cat | puppy | kitten | horse | pet | page | button
  section | tab | menu | file | folder | disease | condition | drug | medication | brand | model | project
  team | method | technique | framework | language | course | class | so-?called
`

/** "an app called", "a town named": what follows is not a person. */
export const namedThing: Pattern = {
  regex: regex`\b(?:${namedThings})(?: (?:is|was|that's|which is))? (?:named|called|known as|titled|branded)\s(?:the |a )?$`,
  matches: ['an app called ', 'a town named ', 'the dog is called '],
  rejects: ['a guy called ', 'they called ', 'my sister is named '],
}

const selfReferences = words`
  i'm | i am | im | it's | this is | that's | it is | here is | here's | meet | speaking with | ich bin
  je suis | soy | sono | ik ben | eu sou | sou | aqui es | hier ist | c'est | hier spricht | yo soy
`

/** "I'm", "this is": may introduce a name, or anything else. */
export const selfIntroduction: Pattern = {
  regex: regex`(?:^|[^a-z])(?:${selfReferences})\s(?:um,? |uh,? |dr\.? |just )*$`,
  matches: ["i'm ", 'hello, this is ', 'ich bin ', "it's um, "],
  rejects: ['i saw ', "i'm from ", 'swim '],
}

/** A greeting together with "I'm": a name follows. */
export const openingIntroduction: Pattern = {
  regex: regex`
    (?:^|[^a-z])(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|yeah|so|okay|well)
    [,.!]? (?:there[,.!]? |everyone[,.!]? |all[,.!]? |guys[,.!]? |yes[,.!]? |so |um,? |uh,? |and )?
    (?:i'm|i am|my name's)\s$
    |(?:^|[^a-z])(?:hi|hello|hey|hiya)[,.!]? (?:there[,.!]? |everyone[,.!]? )?(?:this is|it's)\s$`,
  matches: ["hi, i'm ", "good morning everyone, i'm ", 'hello, this is '],
  rejects: ["i'm ", 'so this is ', "hi, i'm from "],
}

/** "I'm" directly before the candidate. */
export const iAm: Pattern = {
  regex: regex`\b(?:i'm|i am) $`,
  matches: ["well, i'm ", 'i am '],
  rejects: ["he's ", "i'm not "],
}

const closings = words`
  regards | sincerely | signed(?: by)? | best wishes | yours(?: truly| faithfully| sincerely)? | cheers
  viele grusse | mit freundlichen grussen | cordialement | saludos | un saludo | groetjes | many thanks
  with thanks
`

export const signOff: Pattern = {
  regex: regex`(?:^|[^a-z])(?:${closings})[,!.]?\s+$`,
  matches: ['kind regards, ', 'yours truly ', 'saludos '],
  rejects: ['he regards it ', 'thanks '],
}

const greetings = words`
  hi | hello | hey | dear | hiya | howdy | good (?:morning|afternoon|evening) | welcome(?: back)?
  thank you(?: so much| very much)? | thanks(?: so much| a lot| again)? | cheers | bye | goodbye
  congratulations | congrats | sorry | happy birthday | well done | nice to meet you | great question
  regards | sincerely | best | yours(?: truly| faithfully)? | love | signed(?: by)? | sincerely yours
  best wishes | kind regards | warm regards | take care | xoxo | liebe[rs]? | hallo | guten (?:tag|morgen)
  bonjour | merci | chere? | hola | gracias | querid[oa] | buenos dias | ciao | grazie | cara? | caro | ola
  obrigad[oa] | beste | dag | bedankt | viele grusse | mit freundlichen grussen | cordialement | saludos
  un saludo | groetjes
`

export const greeting: Pattern = {
  regex: regex`(?:^|[^a-z])(?:${greetings})[,!.]?\s+$`,
  matches: ['hello ', 'thank you so much, ', 'dear ', 'guten tag '],
  rejects: ['i said ', 'hello my '],
}

/** "my husband", "our manager is", "a colleague called". */
export const relationship: Pattern = {
  regex: regex`\b(?:(?:${relatives})|(?:${roles}))(?:'s name is| is called| named| called| is named|,| -|:)?\s(?:is |was |dr\.? |mr\.? |mrs\.? |ms\.? )?$`,
  matches: ['my husband ', 'our manager is ', 'a colleague called ', 'mi hermana '],
  rejects: ['my phone ', 'the husband of '],
}

const personObjectVerbs = words`
  ask(?:ed|ing)?(?: for)? | tell | told | telling | meet(?:ing)?(?: with)? | met(?: with)? | knew | call
  called | calling | email | emailed | e-mailed | text | texted | messaged | contact(?:ed|ing)? | phone
  phoned | pinged | cc | cc'd | invited? | thank | thanked | blamed? | married | marry | marrying | dating
  divorced | hired | fired | promoted | interview(?:ed|ing)? | helped | taught | hug | kissed | joined by
  according to | credit to | tribute to | spoke (?:to|with) | speak(?:ing)? (?:to|with)
  talk(?:ed|ing|s)? (?:to|with) | chat(?:ted|ting)? (?:to|with) | work(?:ed|ing|s)? with | lives? with
  living with | lived with | reports? to | reported to | assigned to | belongs to | sent (?:it )?(?:to|by)
  gave (?:it |this )?to | given to | handed to | report(?:s|ing)? to | managed by | written by | led by
  recommended by | referred by | prescribed by | diagnosed by | treated by | attn | fao | c/o | add
  beneficiary | assistant to | under | per | says | said | replied | adds | added | writes | explained
  starring | directed by | features? | featuring
`

/** A verb or preposition whose object is usually a person. */
export const personObject: Pattern = {
  regex: regex`\b(?:${personObjectVerbs})[\s:]+$`,
  matches: ['i asked ', 'we spoke to ', 'reports to ', 'it was written by '],
  rejects: ['i read ', 'asked the '],
}

const attentionWords = words`
  so | okay | ok | well | now | right | alright | great | yes | no | yeah | listen | look | please | hear me
  with you | there | and you | over to you | back to you | your turn | come on | exactly | good job
  see you | sure
`

/** "So Venetia, tell me". */
export const vocative: Pattern = {
  regex: regex`(?:^|[^a-z])(?:${attentionWords})[,.]?\s$`,
  matches: ['so ', 'over to you, ', 'okay, '],
  rejects: ['also ', 'so the '],
}

const weakCues = words`
  with | from | by | to | for | about | and | or | via | between | behind | without | like | than | miss
  visit(?:ed|ing)? | saw | seen | see | help | trust | love | loved | remember | believe | follow
  thanks to | know | message | re | mit | von | bei | fur | con | de | avec | chez | para | met | aan | only
`

/** A preposition or verb that may precede a person among other things. */
export const weakPersonCue: Pattern = {
  regex: regex`\b(?:${weakCues})[\s:]+$`,
  matches: ['i went with ', 'i saw ', 'avec '],
  rejects: ['i bought ', 'with the '],
}

/** "K as in", "B for": the word after it spells a letter. */
export const spellingCue: Pattern = {
  regex: regex`\b[a-z] (?:as in|for|like) $`,
  matches: ['k as in ', 'b for '],
  rejects: ['it is for ', 'ask for '],
}

export const determinerBeforeName: Pattern = {
  regex: regex`\b(?:the|a|an|this|that|these|our|your|my|some|any|every|each|its) $`,
  matches: ['with the ', 'our '],
  rejects: ['breathe ', 'the old '],
}
