/** How people say how old somebody is. Patterns match folded text. */

const people =
  'husband|wife|hubby|son|sons|daughter|daughters|kid|kids|child|children|mother|father|mom|mum|mommy|mummy|dad|daddy|parents|brother|brothers|sister|sisters|siblings?|grandmother|grandma|granny|nan|grandfather|grandpa|granddad|grandparents|grandson|granddaughter|grandkids?|grandchild(?:ren)?|uncle|aunt|auntie|cousins?|nephews?|nieces?|partner|boyfriend|girlfriend|fiancee?|spouse|ex|friends?|boss|colleague|manager|roommate|flatmate|neighbou?r|baby|toddler|infant|newborn|twins?|triplets|boys?|girls?|youngest|oldest|eldest|middle one|little one|older one|younger one|other one|first one|second one|firstborn|stepson|stepdaughter|stepmother|stepfather|(?:mother|father|brother|sister|son|daughter)[- ]in[- ]law|in-laws|patient|participant|respondent|interviewee|client|customer|user|applicant|candidate|man|woman|guy|lady|gentleman|person|teen|teenager|student|teacher|nurse|doctor|tutor|coach|oma|opa|mutter|vater|sohn|tochter|bruder|schwester|mann|frau|hijo|hija|madre|padre|hermano|hermana|marido|esposa|fils|fille|mere|pere|frere|soeur|mari|femme'

const softeners =
  '(?:(?:now|not|only|just|about|almost|nearly|around|currently|already|still|actually|like|over|under|well over|going on|pushing|approaching|roughly|maybe|probably|both|all|um|uh|er|exactly|officially|a|an|at|hitting|close to|about to (?:be|turn)|gonna (?:be|turn)|going to (?:be|turn)|to be|turning|soon to be|barely|even|so|well|i think|you know|basically|technically|approximately|aged?|into|past|not a day over|somewhere around|not yet|not even|finally|i guess|at least|age) )*'

/** Somebody is. */
export const subject = new RegExp(
  `(?:\\b(?:i'm|i am|im|i was|he's|she's|hes|shes|he is|she is|he was|she was|they're|they are|they were|who's|who is|who was|who are|we're|we are|we were|you're|you are|i'll be|i will be|she'll be|he'll be|they'll be|he will be|she will be|they will be|i'd be|he'd be|she'd be|(?:i|he|she|they|you|who) (?:must|might|could|should|would|may|has to|have to)(?: have been| be)|i'm about|im about|me is|being|(?:he|she|they|who|it's like she|daughter|son|kid|brother|sister|boy|girl) (?:isn't|wasn't|is not|was not|aren't|weren't)|(?:i|he|she|you|they|we) (?:looks?|looked|feels?|felt)(?: like)?|(?:${people})(?:'s|'re| is| was| are| were| will be|'ll be| just turned| would be)|ich bin|er ist|sie ist|ich werde|ich war|bin|ist|ik ben|hij is|zij is|ze is|es war|one's|one is|one was|other's|other is|both)) ${softeners}$`,
)

/** Somebody becomes. */
export const becoming =
  /\b(?:turn(?:s|ed|ing)?|just hit|hitting|hit|reach(?:ed|ing)? (?:the )?age|pushing|approaching|nearing|going on|coming up on|shy of|(?:wrong|right|other|far|sunny) side of|celebrat(?:ed|ing|es?)|live[ds]? to(?: be| see| the age of)?|made it to|cumpli|cumplio|cumplo|werde|wurde|wordt|feiere) (?:the )?(?:big |age |my |his |her |the ripe old age of |just |like )?$/

/** "when she was", "until I'm". */
export const atTheTime = new RegExp(
  `\\b(?:when|since|until|till|til|before|after|by the time|once|as soon as|if|while|because|back when|from when|cuz|cause|as|als|cuando|quand|wenn) (?:i|he|she|they|we|you|(?:my|his|her|their|our|the) \\w+|[a-z]+)(?:'m|'s|'re|'ll be| was| were| is| am| are| turned| reached| hit| become| turn| turns| war| tenia| avais) ${softeners}$`,
)

/** "age:", "aged between", "at the age of". */
export const ageWord =
  /(?:\b(?:aged?|ages|alter|edad|eta|idade|leeftijd|wiek)\b(?: ?\([a-z. ]{1,12}\))?[\s:=–-]*(?:(?:is|was|of|about|around|between|from|range|group|bracket|band|von|de|di|approximately|under|over|approx\.?|roughly|currently|as|now|would be|will be|at|like)[\s:=]+)*|\b(?:age|age group|age range|age bracket)[^.!?\n]{0,16}[:=–-]\s*|\b(?:agee?s?|anos) de )$/

/** "She married at", "retired at". */
export const lifeEvent =
  /\b(?:marri(?:ed|age)|started|left|retir(?:ed?|ing|ement)|died|passed away|began|learned|learnt|graduated|diagnosed|pregnant|quit|widowed|divorced|emigrated|immigrated|moved out|dropped out|enlisted|became|still going strong|lost (?:my|his|her)|first job|(?:got|passed|earned) (?:my|his|her) (?:[a-z]+ )?(?:licen[cs]e|test|degree|first|diploma|permit)|learned to|had (?:my|her|his) (?:first|son|daughter|kid|baby|child)|even|me at|him at|her at|life at|living at|dating at|mum at|mom at|mother at|father at|dad at)\b[^.!?]{0,30}\bat $|\b(?:at|aged) (?:barely|only|just|nearly|almost) $/

export const ofSomebody =
  /\b(?:man|woman|person|lady|gentleman|boy|girl|guy|child|kid|someone|somebody|anyone|nurse|teacher|toddler|teenager|bachelor|retiree|hombre|mujer|nino|nina|homme|femme|enfant|frau|mann|uomo|donna) (?:of|who is|who's|aged|in their|de|d'|von|di) (?:about |around |only |just )?$/

/** "my dad is 58, my mum 56": the second of two. */
export const anotherOne = new RegExp(`(?:,|and|but) (?:my|his|her|our|the|their) (?:${people}|other) $`)

/** "my mother, 62, uses it". */
export const somebodyAside = new RegExp(`\\b(?:${people})(?:,| \\()\\s?$`)

export const sexBefore =
  /(?:\b(?:female|male|woman|man|nonbinary|non-binary|girl|boy|weiblich|mannlich|mujer|hombre|homme|femme)\s*[,/:(–-]?\s*|(?:^|[(,;/:|\s])[fmw]\s?[,/(-]\s?)$/
export const sexAfter =
  /^\s*[,/(;|–-]?\s*(?:female|male|woman|man|nonbinary|non-binary|weiblich|mannlich|[fmw](?=[,).;/\s]|$))/

/** Right behind the number. */
export const yearsOld =
  /^[\s-]*(?:(?:and|&) (?:a )?(?:half|quarter|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven)[\s-]+)?(?:something[\s-]+)?(?:years?|yrs?|months?|mos?|weeks?|wks?|days?|yr|jahre?|monate|jaar|ans|anos|anni)?\.?'?[\s-]*(?:olds?\b|of age\b|young\b|alt\b|oud\b)|^[\s-]?(?:y\/?o|y\.\s?o|yrs?\/?o|year-olds?|yo|years? old)\b\.?|^-?jahrige?[rsn]?\b|^-?jarige?\b/
export const yearsAlone =
  /^[\s-]+(?:ans|anos|anni|anys|jahre|jahren|lat|jaar)\b(?! (?:de experiencia|d'experience|trabajando|di esperienza|de experience|de trabajo|que |lang|ago|fa|depuis|berufserfahrung|erfahrung|mas tarde|despues|plus tard))/
export const yearsLead =
  /(?:\b(?:tengo|tiene|tenia|tienes|tenemos|tienen|con|cumpli|cumplo|cumplira|de|j'ai|ai|a|avais|avait|il a|elle a|age de|agee de|eu|ho|ha|hai|avevo|aveva|compiuto|di|tenho|tem|tinha|fiz|com|ik ben|ben|is|van|mam|ma|mit|von|bin|ist|erst|schon|mas de|casi|presque|quasi|quase) (?:unos |environ |circa |apenas |solo |seulement |bientot |fast |ya |knapp |uber )?)$/

export const decadeNames =
  'teens|twenties|thirties|forties|fourties|fifties|sixties|seventies|eighties|nineties'

/** Things that can be years old and are nobody. */
const things =
  "house|building|car|truck|van|phone|iphone|laptop|computer|macbook|account|company|app|software|device|machine|tree|system|website|site|version|browser|file|files|data|article|post|photo|video|model|bike|tv|tablet|ipad|printer|battery|bridge|church|castle|wine|whisky|whiskey|scotch|tradition|history|dog|cat|pet|puppy|kitten|horse|rabbit|parrot|shoes|kitchen|roof|furniture|table|sofa|couch|mattress|bed|code|codebase|technology|business|store|shop|restaurant|hotel|city|town|startup|firm|bug|ticket|plant|fridge|washing machine|appliance|equipment|boat|plane|engine|cheese|recipe|book|movie|song|game|router|camera|watch|contract|loan|debt|subscription|mortgage|product|brand|project|feature|it's|it is|its|this is|that's|it was"
export const thingBefore = new RegExp(
  `\\b(?:${things})(?: (?:is|was|are|were|that is|which is))?\\b[^.!?]{0,20}$`,
)
export const thingAfter = new RegExp(`^\\W*(?:${things})\\b`)

/** Not an age when one of these follows. */
export const unitAfter =
  /^(?:\s*(?:%|°|['"′″’]\s?\d|[.,:/]\d|\+\d|[-–]\d)|[\s-]*(?:minutes?|mins?|hours?|hrs?|seconds?|secs?|days?|weeks?|months?|percent|per cent|of|out|feet|foot|ft|inch(?:es)?|cm|centimet\w+|met(?:er|re)s?|miles?|km|kilomet\w+|kilos?|kg|pounds?|lbs?|stone|dollars?|euros?|bucks|grand|times|steps?|points?|to|or|more|less|other|different|people|persons|users|degrees?|th|st|nd|rd|blocks?|clicks?|pages?|levels?|k|hundred|thousand|million|billion|am|pm|a\.m|p\.m|o'clock|items?|questions?|things?|years?(?! ?-?(?:old|young|of age|and|this|next|in|now|already|today|last))|yrs? (?:experience|in)|half|minuten|stunden|tage|wochen|monate|prozent|euro|minutos|horas|dias|semanas|meses|heures|jours|semaines|mois|seiten|fragen|preguntas|paginas|personas|stops?|stories|floors?|x\b|nd|generation|man|woman|parts?|clients?|hundredths|mbps|gb|mb|mm|and a half (?:hours|minutes|feet)|shots?|drinks?|behind|ahead|away|down|short|in a row|for \d|on (?:the|a) (?:scale|list)|kids|children|dogs|cats|sisters|brothers|pounds|votes)\b)/

/** Words with which something else begins: a small number before them stands alone. */
export const goesOn =
  /^\s*(?:$|[.,;:!?)…"”–—]|- |(?:and|so|but|now|with|when|who|this|next|last|today|right|tomorrow|married|single|divorced|working|living|from|i|i'm|my|we|he|she|they|too|already|though|at|as|in|because|since|male|female|which|has|have|is|was|going|also|then|um|uh|yeah|okay|actually|currently|still|retired|unemployed|employed|years?|old|on|by|und|y|et|e|en|while|if|it's|like|you|that|the|there|here|until|before|after|just|almost|or so|ish)\b)/
