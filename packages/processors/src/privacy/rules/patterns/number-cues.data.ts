/**
 * Words that indicate the kind of a nearby number. The cue nearest to the number decides, and of two that end together the
 * longer one, so the order of the alternatives matters.
 */

import type { CategoryId } from '../../categories.ts'
import { Category } from '../../categories.ts'
import type { Pattern } from './pattern.ts'
import { regexWith, words } from './pattern.ts'

export type NumberCue = Pattern & {
  readonly category: CategoryId
  /** The fewest and most digits such a number has. */
  readonly digits: readonly [number, number]
  /** Indicates a number of unknown kind: used only where no other cue is near. */
  readonly isGeneric?: boolean
}

const global = regexWith('g')

const securityCodeNames = words`
  cvv2? | cvc2? | c ?v ?[vc] | c\.v\.[vc]\.? | cid | csc
  (?:card )?(?<!social )(?<!soc )sec(?:urity|\.)? ?(?:code|number|digits?)
  card (?:verification|code|validation)(?: (?:code|value|number))?
`
const digitsOnTheBack = words`
  verification (?:value|digits)
  (?<!last )(?<!first )(?:three|four|3|4)[ -]?digit(?:s)?(?: (?:code|number|security code|security number))?(?: (?:on|at) (?:the|its) (?:back|front))?
  (?:code|numbers?|digits?) (?:on|at|from) the (?:back|reverse)(?: of (?:the|my) card)?
  last (?:three|3) digits (?:on|at|of|from) (?:the|my) (?:back|signature|strip|reverse)[a-z ]{0,14}
  back of (?:the|my) card(?: says| reads| is)? | on the back(?: it says| says| is| are| it reads)?
`
const foreignSecurityCodeNames = words`
  prufnummer | prufziffer | kartenprufnummer | sicherheitscode | codigo de seguridad | code de securite
  cryptogramme | codice di sicurezza | codigo de seguranca | beveiligingscode
`

const cardSecurityCode: NumberCue = {
  category: Category.cardSecurityCode,
  digits: [3, 5],
  regex: global`\b(?:${securityCodeNames}|${digitsOnTheBack}|${foreignSecurityCodeNames})\b`,
  matches: ['the cvv is', 'security code:', 'the three digits on the back', 'prufziffer'],
  rejects: ['social security number', 'the last three digits of my id', 'civic'],
}

const expiryNames = words`
  exp(?:iry|ires?|iration|iring|ired|irey)?(?: (?:date|month|year|end))?
  valid (?:thru|through|until|till|to) | good (?:thru|through|until|till) | validity | runs out
  ablaufdatum | gultig bis | lauft ab | caduca(?:cion)? | caducidad | vence | vencimiento | expire
  date d'expiration | scadenza | scade | validade | vervaldatum | mm ?/ ?yy
`

const cardExpiry: NumberCue = {
  category: Category.cardExpiry,
  digits: [3, 6],
  regex: global`\b(?:${expiryNames})\b`,
  matches: ['exp date', 'valid thru', 'gultig bis', 'mm/yy'],
  rejects: ['expensive', 'expert'],
}

const cardNames = words`
  (?:credit|debit|bank|visa|payment|charge|gift|prepaid|business|corporate|amex|master)[ -]?card | visa
  master ?card | amex | american express | discover | maestro | diners(?: club)? | jcb | unionpay | rupay
  card(?: ?(?:number|no|num|nr|#|details|ending(?: in)?|digits|info))? | pan | 16[ -]digit
  sixteen[ -]digit

  long number | kreditkarte(?:nnummer)? | kartennummer | karte | tarjeta
  carte (?:bancaire|bleue|de credit) | carta di credito | numero (?:de )?(?:carte|carta|tarjeta) | cartao
  creditcard(?:nummer)? | plastic | cc
`

const cardNumber: NumberCue = {
  category: Category.cardNumber,
  digits: [3, 19],
  regex: global`\b(?:${cardNames})\b`,
  matches: ['my visa', 'card number', 'credit card', 'kreditkartennummer', 'ending in card ending in'],
  rejects: ['cardboard', 'discovery', 'postcard'],
}

const socialSecurityNames = words`
  ssn | s\.s\.n\.? | s ?s ?n | social(?: security)?(?: (?:number|no|num|nr|card|#))?
  soc(?:ial)?\.? sec(?:urity)?(?:\.)? | itin | tax(?:payer)? identification number | ss ?#
`

const socialSecurityNumber: NumberCue = {
  category: Category.socialSecurityNumber,
  digits: [4, 9],
  regex: global`\b(?:${socialSecurityNames})(?!\s+(?:media|network|worker|post|feed|account|app|studies|science|housing))`,
  matches: ['my ssn', 'my social is', 'social security number', 's s n'],
  rejects: ['social media', 'antisocial'],
}

const licenceNames = words`
  driv(?:er|ers|er'?s|ers'|ing)'?s?'? ?-?(?:licen[cs]e|permit|lic|id)
  licen[cs]e (?:number|no|num|nr|#|id|is|reads|says|was)
  (?:my|her|his|their|state|a|the|current|old|new) licen[cs]e | d\.?l\.?(?= ?[#:n\d ]) | dln
  d l(?= number) | lic(?:ence|ense)? ?(?:#|no\b|num) | dmv | dvla | provisional licen[cs]e
  learner'?s permit
`
const foreignLicenceNames = words`
  fuhrerschein(?:nummer)? | (?:numero de )?permis(?: de conduire)?
  (?:carnet|licencia|permiso) de (?:conducir|manejo|conduccion) | patente(?: di guida)? | carta de conducao
  cnh | carteira de (?:motorista|habilitacao) | rijbewijs(?:nummer)? | prawo jazdy | korkort | cdl | dl/id
`
const bareLicence = words`
  licencia | licen[cs]e(?: details)?(?! ?(?:plates?|keys?|fees?|agreement|to\b))
  licen[cs]e(?:,? (?:that's|it's|that is|it is))?(?=[\s:#]*(?:[a-z]{1,3} )?$)
`

const drivingLicence: NumberCue = {
  category: Category.drivingLicence,
  digits: [4, 20],
  regex: global`\b(?:${licenceNames}|${foreignLicenceNames}|${bareLicence})(?: ?(?:number|no|num|nr|id|#))?(?![a-z])`,
  matches: ["my driver's license", 'driving licence number', 'dl# ', 'fuhrerscheinnummer', 'the dmv'],
  rejects: ['a driver', 'a wine list'],
}

const accountNames = words`
  iban | bic | swift(?: code)? | routing(?: (?:transit )?(?:number|no|num|code))? | aba
  (?:wire|branch|bank) (?:code|number) | (?:transit|institution)(?: (?:code|number|no))? | sort ?code | s/c
  bsb | ifsc | clabe | cbu | micr
  (?:bank|checking|savings|current|giro|deposit|chequing) (?:account|acct|a/c)(?: (?:number|no|num|nr))?
  acct\.?(?: (?:number|no|num|#))? | acc\.? ?(?:no|num|number) | a/c(?: (?:no|number))?
  account(?: (?:number|no|num|nr|#|ending|details))? | bank details | direct deposit
  (?:checking|savings)(?: is)? | wire (?:it|the money) | bacs
  (?:pay|paid|transfer(?:red)?|deposit(?:ed)?|wired?)(?: (?:it|this|that|everything|the money|the rent|money))? (?:to|into)
  standing order | direct debit | bank acc
`
const foreignAccountNames = words`
  kontonummer | konto | kto | bankleitzahl | blz | (?:numero de )?cuenta(?: bancaria)?
  compte(?: bancaire)? | rib | conto(?: corrente)? | conta(?: bancaria| corrente)? | agencia
  rekening(?:nummer)? | bank ?(?:number|#) | bank(?=:)
`

const bankDetails: NumberCue = {
  category: Category.bankDetails,
  digits: [2, 24],
  regex: global`\b(?:${accountNames}|${foreignAccountNames})(?![a-z])`,
  matches: ['my iban', 'account number', 'sort code', 'routing number', 'pay it into', 'kontonummer'],
  rejects: ['accountant', 'swiftly', 'riverbank'],
}

const phoneNames = words`
  (?:tele)?phone | phone ?(?:number|no|num|#|:) | mobile | mob | cell(?: ?phone)? | tel | telefon\w*
  telephone | handy(?:nummer)? | movil | portable | cellulare | celular | telemovel | telefoonnummer | fax
  faks | whats ?app | signal | telegram | landline | hotline | helpline | switchboard
  (?:home|work|office|direct|contact|emergency|main|business|toll[ -]free) (?:line|number|phone|no)
  dial(?:l?ed|l?ing)? | call(?:s|ed|ing)?(?: (?:me|us|him|her|them|back|my|on|at))*
  ring(?: (?:me|us|him|her|them|my)) | text(?:s|ed|ing)?(?: (?:me|us|him|her|them))? | sms
  reach(?:ed|able)?(?: (?:me|us|him|her|them|out))? | get hold of | buzz | voicemail | my digits | pager
`
const foreignPhoneNames = words`
  rufnummer | erreich\w+ | anrufen | ruf | llam\w+ | appel\w+ | joindre | joignable | chiam\w+
  lig(?:ue|ar) | bel(?:len)? (?:me|mij) | bereik\w*
`
const phoneVerbs = words`
  answer(?:s|ed|ing)? | picks? up | ring(?:s|ing)? | number to reach | contact | area code
`

const phoneNumber: NumberCue = {
  category: Category.phoneNumber,
  digits: [3, 15],
  regex: global`
    \b(?:${phoneNames}|${foreignPhoneNames}|${phoneVerbs})(?!\w)
    |(?:^|[^a-z])(?:\((?:m|w|h|c|o|t|f|d)\)|[mwhctpf]:)(?=\s)`,
  matches: ['my phone number', 'call me on', 'whatsapp', 'rufnummer', 'm: ', 'the area code'],
  rejects: ['phones', 'callous', 'a textbook'],
}

const postcode: NumberCue = {
  category: Category.location,
  digits: [4, 10],
  regex: global`\b(?:${words`
  zip(?: ?code)? | post(?:al)? ?code | postcode | plz | postleitzahl | code postal | codigo postal | cap
  cep
`})\b`,
  matches: ['zip code', 'postcode', 'plz', 'my zip'],
  rejects: ['zipper', 'cape'],
}

const documents = words`
  order | ticket | confirmation | reference | ref | invoice | tracking | serial | policy | claim | booking
  reservation | passport | badge | case | member(?:ship)? | voucher | locator | pnr | otp | pin | p i n
  passcode | pass ?code | password | mrn | imei | vin | aadhaa?r | nhs | medicare | medicaid
  national insurance | nino | sku | plate | number ?plate | licen[cs]e plate | registration plate

  dni | nie | cedula | curp | rfc | cpf | cnpj | codice fiscale | bsn | nir | personalausweis\w*
  ausweis\w* | reisepass\w* | steuernummer | steuer-?id | bestellnummer | bestellung | kundennummer
  mitgliedsnummer | vorgangsnummer | aktenzeichen | seriennummer | pedido | commande | ordine | encomenda
  bestelling
  (?:loyalty|rewards?|gift|library|membership|insurance|health|medicare|id|student|staff|bonus|club|travel|railway|donor) card
`
const owners = words`
  student | employee | staff | customer | client | user | patient | participant | respondent | subject
  voter | registration | enrol?lment | application | transaction | receipt | coupon | gift ?card | loyalty
  rewards? | frequent flyer | mileage | insurance | health(?: ?card| insurance)? | medical(?: record)?
  chart | device | chassis | model | product | part | asset | contract | purchase | po | quote | meter
  library | gym | parcel | package | shipment | flight | tax | vat | ein | tin | pan | national | identity
  identification | citizen | personnel | personal | service | support | incident | session | meeting
  conference | webinar | zoom | access | activation | verification | security
  auth(?:entication|orization)? | one[ -]time | two[ -]factor | 2fa | reset | entry | door | gate | alarm
  garage | lock | safe | unlock | promo | discount | file | record | agent | pickup | pick-?up | return
  rma | payroll | pension | alien | green card | uscis | case | group | subscriber | plan | unit
  apartment access | wifi | wi-?fi | game | friend | sample | lab | test | kit | docket | badge | dossier
  kunden | mitglieds
`

const referenceNumber: NumberCue = {
  category: Category.numberSequence,
  digits: [3, 30],
  regex: global`
    \b(?:(?:${documents})(?: ?(?:number|no|num|nr|code|id|key|#))?
    |(?:${owners})(?: ?(?:card|account))?(?:'s)? ?(?:number|no|num|nr|code|id|key|pin|#)s?)(?= ?[#:.]|\b|$)`,
  matches: ['order number', 'my passport', 'loyalty card', 'student id', 'the door code', 'kundennummer'],
  rejects: ['the door', 'a student', 'bordering'],
}

const genericNames = words`
  i\.?d\.? | code | codes | number | numbers | nummer | numero | no | num | nr | uid | uuid | combination
  combo | digits | sequence | kennung | codigo | codice | kode | last (?:four|4|five|5|three|3)(?: digits)?
  ends? (?:in|with) | ending (?:in|with) | typed(?: in)? | entered | punched in | keyed in
`

const genericNumber: NumberCue = {
  category: Category.numberSequence,
  digits: [4, 30],
  isGeneric: true,
  regex: global`(?:\b(?:${genericNames})\b|#)`,
  matches: ['the number is', 'my id', 'ends in', '#', 'last four digits'],
  rejects: ['idea', 'numberless', 'decode'],
}

export const numberCues: readonly NumberCue[] = [
  cardSecurityCode,
  cardExpiry,
  cardNumber,
  socialSecurityNumber,
  drivingLicence,
  bankDetails,
  phoneNumber,
  postcode,
  referenceNumber,
  genericNumber,
]
