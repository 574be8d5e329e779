/** What people say before and after a name. Patterns match folded text; those for "before" end where the name begins. */

const family =
  'husband|wife|hubby|son|daughter|kid|child|mother|father|mom|mum|mommy|mummy|mama|dad|daddy|papa|brother|sister|sibling|twin|grandmother|grandma|granny|nan|nana|grandfather|grandpa|granddad|grandson|granddaughter|uncle|aunt|auntie|cousin|nephew|niece|partner|boyfriend|girlfriend|fiance|fiancee|spouse|ex|ex-husband|ex-wife|stepson|stepdaughter|stepmother|stepfather|(?:mother|father|brother|sister|son|daughter)-in-law'
const roles =
  'friend|best friend|mate|buddy|colleague|coworker|co-worker|workmate|teammate|boss|manager|supervisor|assistant|secretary|director|lead|head|mentor|intern|roommate|flatmate|housemate|neighbou?r|landlord|landlady|teacher|professor|tutor|instructor|coach|trainer|therapist|counsell?or|dentist|surgeon|physician|nurse|midwife|lawyer|attorney|solicitor|accountant|realtor|agent|representative|rep|advisor|adviser|consultant|designer|developer|engineer|researcher|interviewer|interviewee|moderator|facilitator|participant|respondent|patient|client|customer|user|witness|victim|suspect|defendant|author|artist|singer|actor|actress|writer|producer|director|songwriter|president|senator|governor|mayor|minister|chancellor|pastor|priest|rabbi|imam|reverend|founder|co-founder|ceo|cto|cfo|owner|host|guest|speaker|babysitter|nanny|caregiver|carer|babysitter|hairdresser|barber|mechanic|plumber|electrician|driver|student|classmate|pupil|candidate|applicant|recruiter|colleagues|friends|kids|children|sons|daughters|sisters|brothers|parents|twins|dog walker|guy|man|woman|lady|girl|boy|dude|person|somebody|someone|kollege|kollegin|chef|chefin|freund|freundin|mann|frau|sohn|tochter|bruder|schwester|mutter|vater|amigo|amiga|jefe|jefa|hermano|hermana|esposo|esposa|marido|hijo|hija|collegue|ami|amie|mari|femme|frere|soeur|fils|fille|amico|amica|fratello|sorella|moglie|marito|figlio|figlia|collega|amigo|irmao|irma|filho|filha|vriend|vriendin|broer|zus|zoon|dochter|baas'

export const honorific =
  /(?:^|[^a-z])(?:mr|mrs|ms|miss|mx|dr|doctor|prof|professor|sir|madam|madame|mme|mlle|m\.|herr|frau|senor|senora|sr|sra|srta|don|dona|signor|signora|dott|monsieur|mevrouw|meneer|dhr|mevr|pan|pani|mister|missus|misses|lady|lord|dame|rev|reverend|father|sister|brother|rabbi|imam|pastor|judge|justice|senator|congressman|congresswoman|president|governor|mayor|captain|capt|colonel|col|major|sergeant|sgt|lieutenant|lt|general|officer|detective|inspector|constable|agent|coach|chef|nurse|uncle|aunt|auntie|cousin|grandma|grandpa|nana|prince|princess|king|queen|pope|saint|sheikh|ustadh|haji|bhai|sensei|attorney|principal|dean|ambassador|secretary|councillor|councilor|superintendent|deputy|sheriff|chancellor|minister|premier|principal)\.?\s+$/

/** Something that is always followed by a name. */
export const nameLead = new RegExp(
  [
    "(?:my|his|her|their|your|our|the|last|first|full|maiden|middle|given|family|pen|user's|customer|account|patient|whose|real|legal|nick) ?names?(?: (?:is|was|are|to|should be|as|of|would be|reads|appears as|on (?:the|my) \\w+ is))?(?:'s)?",
    "name(?:'s|d| is|:|;)",
    'names? (?:are|were)',
    "(?:i am|i'm) called",
    'call(?:s|ed)? (?:me|him|her|them|us)',
    'go(?:es)? by',
    'going by',
    'known as',
    'a\\.?k\\.?a\\.?',
    'named(?: after)?',
    'name(?:d)? (?:him|her|it|them)',
    'addressed to',
    'in the name of',
    'on behalf of',
    "heisse|heisst|ich heisse|mein name ist|name ist|je m'appelle|m'appelle|s'appelle|me llamo|se llama|mi nombre es|mi chiamo|si chiama|il mio nome e|me chamo|chamo-me|meu nome e|ik heet|mijn naam is|heet|nazywam sie|mam na imie",
  ]
    .map((each) => `(?:${each})`)
    .join('|')
    .replace(/^/, '(?:^|[^a-z])(?:')
    .concat(
      ')[\\s,:;?"“„(–-]{1,3}(?:(?:is|um|uh|dr|mr|mrs|ms|like|actually|just|simply|est|ist|es)\\.?,? )*$',
    ),
)

/** "an app called", "a town named": what is named is nobody. */
export const calledOther =
  /\b(?:town|village|city|place|suburb|neighbou?rhood|region|island|street|company|startup|firm|agency|organi[sz]ation|charity|employer|app|application|product|tool|platform|website|site|service|program|programme|software|system|game|book|novel|movie|film|show|series|podcast|song|album|band|restaurant|pub|bar|cafe|shop|store|school|hospital|feature|thing|something|dog|cat|puppy|kitten|horse|pet|page|button|section|tab|menu|file|folder|disease|condition|drug|medication|brand|model|project|team|method|technique|framework|language|course|class|so-?called)(?: (?:is|was|that's|which is))? (?:named|called|known as|titled|branded)\s(?:the |a )?$/

/** Said by or to somebody: a name may follow, or something else. */
export const selfLead =
  /(?:^|[^a-z])(?:i'm|i am|im|it's|this is|that's|it is|here is|here's|meet|speaking with|ich bin|je suis|soy|sono|ik ben|eu sou|sou|aqui es|hier ist|c'est|hier spricht|yo soy)\s(?:um,? |uh,? |dr\.? |just )*$/

/** Somebody says hello and then who they are. */
export const introduction =
  /(?:^|[^a-z])(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|yeah|so|okay|well)[,.!]? (?:there[,.!]? |everyone[,.!]? |all[,.!]? |guys[,.!]? |yes[,.!]? |so |um,? |uh,? |and )?(?:i'm|i am|my name's)\s$|(?:^|[^a-z])(?:hi|hello|hey|hiya)[,.!]? (?:there[,.!]? |everyone[,.!]? )?(?:this is|it's)\s$/

export const signOff =
  /(?:^|[^a-z])(?:regards|sincerely|signed(?: by)?|best wishes|yours(?: truly| faithfully| sincerely)?|cheers|viele grusse|mit freundlichen grussen|cordialement|saludos|un saludo|groetjes|many thanks|with thanks)[,!.]?\s+$/

export const greeting =
  /(?:^|[^a-z])(?:hi|hello|hey|dear|hiya|howdy|good (?:morning|afternoon|evening)|welcome(?: back)?|thank you(?: so much| very much)?|thanks(?: so much| a lot| again)?|cheers|bye|goodbye|congratulations|congrats|sorry|happy birthday|well done|nice to meet you|great question|regards|sincerely|best|yours(?: truly| faithfully)?|love|signed(?: by)?|sincerely yours|best wishes|kind regards|warm regards|take care|xoxo|liebe[rs]?|hallo|guten (?:tag|morgen)|bonjour|merci|chere?|hola|gracias|querid[oa]|buenos dias|ciao|grazie|cara?|caro|ola|obrigad[oa]|beste|dag|bedankt|viele grusse|mit freundlichen grussen|cordialement|saludos|un saludo|groetjes)[,!.]?\s+$/

export const relation = new RegExp(
  `\\b(?:(?:${family})|(?:${roles}))(?:'s name is| is called| named| called| is named|,| -|:)?\\s(?:is |was |dr\\.? |mr\\.? |mrs\\.? |ms\\.? )?$`,
)

/** A verb or a preposition after which one mostly names a person. */
export const towards =
  /\b(?:ask(?:ed|ing)?(?: for)?|tell|told|telling|meet(?:ing)?(?: with)?|met(?: with)?|knew|call|called|calling|email|emailed|e-mailed|text|texted|messaged|contact(?:ed|ing)?|phone|phoned|pinged|cc|cc'd|invited?|thank|thanked|blamed?|married|marry|marrying|dating|divorced|hired|fired|promoted|interview(?:ed|ing)?|helped|taught|hug|kissed|joined by|according to|credit to|tribute to|spoke (?:to|with)|speak(?:ing)? (?:to|with)|talk(?:ed|ing|s)? (?:to|with)|chat(?:ted|ting)? (?:to|with)|work(?:ed|ing|s)? with|lives? with|living with|lived with|reports? to|reported to|assigned to|belongs to|sent (?:it )?(?:to|by)|gave (?:it |this )?to|given to|handed to|report(?:s|ing)? to|managed by|written by|led by|recommended by|referred by|prescribed by|diagnosed by|treated by|attn|fao|c\/o|add|beneficiary|assistant to|under|per|says|said|replied|adds|added|writes|explained|starring|directed by|features?|featuring)[\s:]+$/

/** "So Venetia, tell me". */
export const vocative =
  /(?:^|[^a-z])(?:so|okay|ok|well|now|right|alright|great|yes|no|yeah|listen|look|please|hear me|with you|there|and you|over to you|back to you|your turn|come on|exactly|good job|see you|sure)[,.]?\s$/

/** A small word after which one may name a person. */
export const perhaps =
  /\b(?:with|from|by|to|for|about|and|or|via|between|behind|without|like|than|miss|visit(?:ed|ing)?|saw|seen|see|help|trust|love|loved|remember|believe|follow|thanks to|know|message|re|mit|von|bei|fur|con|de|avec|chez|para|met|aan|only)[\s:]+$/

/** What a person does, right behind the name. */
export const doesAfter =
  /^(?:['’]s (?:\w+ )?(?:husband|wife|son|daughter|mother|father|mom|mum|dad|brother|sister|friend|house|phone|email|account|name|birthday|age|number|address|office|team|boss|idea|desk|car|place|job|work|order|feedback|comment|answer|response|opinion|kids|parents|family|team|report|wedding|killers|laptop|class|room)|['’]s(?= (?:a|an|the|my|our|been|got|going|not|just|really|very|\d))|,? (?:said|says|say|told|tells|asked|asks|thinks|thought|wants|wanted|joined|joins|works|worked|working|lives|lived|wrote|writes|called|calls|emailed|texted|messaged|sent|sends|mentioned|mentions|explained|explains|suggested|suggests|replied|answered|agreed|agrees|disagreed|complained|noted|pointed|showed|shows|helped|helps|taught|teaches|recommended|recommends|booked|bought|paid|visited|moved|married|died|loves|loved|likes|liked|hates|hated|knows|knew|believes|feels|felt|remembers|forgot|lost|found|needs|needed|went|goes|came|comes|left|arrived|started|stopped|signed|tested|tried|tries|uses|used|reported|reports|admitted|laughed|smiled|cried|speaks|spoke|plays|played|studied|studies|graduated|retired|turned|turns|gave|gives|took|takes|got|gets|made|makes|saw|sees|looked|looks|ran|runs|leads|led|manages|managed|owns|hosted|hosts|presented|presents|spent|listed|prefers|preferred|struggled|clicked|opened|scored|rated|cancelled|canceled|ordered|complains|and i\b|and me\b|and my\b|who\b|whose\b|here\b|speaking\b|calling\b|from\b|began|begins|became|continued|decided|ended|kept|let|offered|failed|passed|won|drives|drove|cooks|stays|stayed|travels|travelled|traveled|sings|dances|sat|stood|argued|insisted|promised|claimed|claims|both\b|is (?:a|an|my|the|our|his|her|very|in|at|on|from|not|so|always|really|also|coming|going|calling|joining|leaving|married|pregnant|sick|late|here|\d)\b|was (?:a|an|my|the|our|born|very|in|at|on|not|so|always|really|also|here|diagnosed|late|\d)\b|has (?:a|an|been|two|three|worked|lived|never|always|already|the)\b|had (?:a|an|been|given|to|the)\b|will (?:be|call|send|have|join|take|do|bill|speak|talk)\b|would (?:be|like)\b|can (?:you|i|we)\b|doesn't\b|didn't\b|isn't\b|wasn't\b|hasn't\b|won't\b|can't\b)(?![a-z])|,? (?:could|can|would|did|do|are|what|how) (?:you|i)\b)/

export const worksAt =
  /\b(?:(?:work(?:s|ed|ing)?|job|jobs|position|role|career|internship|intern(?:ed|ing)?|gig|employed|employment|analyst|manager|engineer|developer|designer|director|consultant|nurse|teacher|doctor|scientist|researcher|lead|head|vp|vice president|ceo|cto|cfo|coo|president|founder|employee|employees|staff|intern|specialist|associate|partner|officer|representative|professor|lecturer|student|study|studied|studying|studies|degree|graduated|enrolled|volunteer(?:ed|ing|s)?|recruiter|people|someone|colleague|colleagues|shift|years|everyone|team|interview(?:ed|ing|s)?|hired|started|counsel|freelanc(?:e|ed|er|ing)|contractor|contract(?:ed|ing)?|consult(?:ed|ing)?|apprentice(?:ship)?|barista|cashier|driver|accountant|lawyer|chef|cook|waiter|waitress|receptionist|librarian|pilot|mechanic|architect|editor|journalist|reporter|writer|marketer|salesperson|programmer|supervisor|coordinator|administrator|assistant|secretary|executive|board)(?: (?:full[- ]time|part[- ]time|there|remotely|mostly|currently|now|again|before|previously))? (?:at|for|with|by|of)|employed by|hired by|fired (?:by|from)|laid off (?:by|from)|(?:joined|joining|quit|left|leaving|founded|co-founded|acquired|bought|merged with|acquired by|bought by|owned by|company called|startup called|firm called|company named|business called|employer(?: is|:)?|company(?: is|:)|organi[sz]ation(?: is|:)|workplace(?: is|:)|on behalf of|invoice (?:came )?from|bill(?: came)? from|account (?:with|at)|customer (?:of|at|with)|client of|member of|bank with|banking with|insured (?:with|by|through)|(?:insurance|coverage|mortgage|loan|pension|plan|healthcare|broadband|contract|electricity|internet) (?:is |was )?(?:through|with|from|by)|policy with|subscription (?:to|with)|switched (?:to|from)|compared (?:it |them )?(?:with|to)|competitors? (?:like|such as)|ordered from|bought (?:it |this )?from|shop at|shopping at|(?:bought|got|ordered|purchased|rented|booked|repaired|fixed|collected) (?:[a-z]+ ){1,3}(?:at|from)|delivered by|made by|run by|provided by|arbeite (?:bei|fur)|arbeitet (?:bei|fur)|bei der firma|trabajo (?:en|para)|trabaja (?:en|para)|travaille (?:chez|pour|a)|lavoro (?:per|presso|in|alla)|trabalho (?:na|no|em|para)|werk(?:t)? (?:bij|voor)))\s(?:the |a company called |a startup called |a firm called |der |die |la |el |il )?$/

export const livesIn =
  /\b(?:(?:live[sd]?|living|stay(?:s|ed|ing)?|arrived?) at|home(?:'s| is| was)|(?:live[sd]?|living|based|born|raised|grew up|grow up|reside[sd]?|residing|resident|residents|located|situated|stay(?:s|ed|ing)?|settled|house|home|flat|apartment|office|offices|headquarter(?:s|ed)|branch|store|stores|shop|clinic|hospital|school|restaurant|hotel|airbnb|vacation|holiday|honeymoon|conference|meeting|workshop|event|wedding|farm|village|town|city|suburb|neighbou?rhood|weather|back home|studying|working|currently|originally|somewhere|place|property|people|family|relatives|parents|campus|semester|year abroad|abroad|station|accident|traffic) (?:right )?(?:in|near|around|outside|of|from|just outside|close to|north of|south of|east of|west of)|(?:move[ds]?|moving|relocat(?:e|ed|ing)|fl(?:y|ew|ies|ying|own)|travel(?:s|l?ed|l?ing)?|trip|drive|drives|drove|driving|commut(?:e|ed|es|ing)|went|go|goes|going|been|return(?:ed|ing)?|emigrat(?:ed|e|ing)|immigrat(?:ed|e|ing)|train|bus|flight|flights|road trip|ship(?:ped|ping|s)?(?: it)?|deliver(?:ed|y)?(?: it)?|send it|sent it|come|comes|coming|came|arriv(?:e|ed|es|ing)|hail(?:s|ed|ing)?|migrated|deported|transferred|walk|ran|sail(?:ed|ing)?|heading|headed|welcome) (?:back |all the way |down |up |over |out |here |there |directly |straight )?(?:to|from|in|into|through|via|out of|at|for)|visit(?:ed|ing|s)?|(?:here|out|over|down|up|back) (?:in|near|from|outside)|hometown(?: is| was|:)?|home town is|address(?: is|:)?|location(?:'s| is|:)|city(?: is|:| of)|town(?: is|:| of)|village of|state of|province of|country(?: is|:| of)|county(?: is|:| of)|place of birth(?: is|:)?|birthplace(?: is|:)?|native of|citizen of|i'm from|i am from|he's from|she's from|is from|are from|was from|were from|we're from|they're from|you from|originally from|calling from|joining (?:us )?from|(?:town|village|city|place|suburb|neighbou?rhood|region|island) (?:called|named)|(?:from|between) [a-z]+(?: [a-z]+)? (?:to|and)|(?:nurse|teacher|student|guy|man|woman|lady|girl|boy|family|people|friend|colleague|doctor|engineer|farmer|someone|person|retiree|mother|father|couple|immigrant|refugee|[a-z]+(?:er|or|ist|ian|ant|ent)) from|dialing in from|wohne in|wohnt in|wohnhaft in|lebe in|lebt in|komme aus|kommt aus|stamme aus|geboren in|gezogen nach|vivo en|vive en|viven en|soy de|es de|naci en|mudo a|habite (?:a|en|au)|vis (?:a|en)|viens de|vient de|ne a|nee a|abito (?:a|in)|vivo (?:a|in)|vengo da|nato a|nata a|moro em|vivo em|sou de|nasci em|woon in|woont in|kom uit|komt uit|mieszkam w|restaurant in|based out of|(?:kms?|miles?|minutes?|hours?|blocks?) (?:from|away from|outside|north of|south of|east of|west of))\s(?:the |sunny |lovely |central |downtown |beautiful |rural |rainy |nearby |little )?$/

/** A preposition after which one may name a place. */
export const placeWord =
  /\b(?:in|near|around|outside|from|to|at|across|throughout|via|of|through|towards|within|beyond|leaving|serving|southern|northern|eastern|western|central|downtown|greater|upper|lower|north|south|east|west|nach|aus|en|a|da|di|em|uit|bei|over|between|and|or|both|enjoyed|loved|love|miss)\s(?:the )?$|\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place),\s$/
