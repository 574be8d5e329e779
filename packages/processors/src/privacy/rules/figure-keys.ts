/** Words that say what the figures near them are. Patterns match folded text (see tokens.ts). */

import type { CategoryId } from '../categories.ts'

export type FigureKey = {
  readonly category: CategoryId
  readonly pattern: RegExp
  /** How many digits such figures may have, letters counted too where they belong to it. */
  readonly digits: readonly [number, number]
  /** The nearer of two keys wins; one of these only if there is no other. */
  readonly isFaint?: boolean
}

const key = (
  category: CategoryId,
  digits: readonly [number, number],
  pattern: RegExp,
  isFaint = false,
): FigureKey => ({
  category,
  pattern,
  digits,
  isFaint,
})

export const figureKeys: readonly FigureKey[] = [
  key(
    20,
    [3, 5],
    /\b(?:cvv2?|cvc2?|c ?v ?[vc]|c\.v\.[vc]\.?|cid|csc|(?:card )?(?<!social )(?<!soc )sec(?:urity|\.)? ?(?:code|number|digits?)|card (?:verification|code|validation)(?: (?:code|value|number))?|verification (?:value|digits)|(?<!last )(?<!first )(?:three|four|3|4)[ -]?digit(?:s)?(?: (?:code|number|security code|security number))?(?: (?:on|at) (?:the|its) (?:back|front))?|(?:code|numbers?|digits?) (?:on|at|from) the (?:back|reverse)(?: of (?:the|my) card)?|last (?:three|3) digits (?:on|at|of|from) (?:the|my) (?:back|signature|strip|reverse)[a-z ]{0,14}|back of (?:the|my) card(?: says| reads| is)?|on the back(?: it says| says| is| are| it reads)?|prufnummer|prufziffer|kartenprufnummer|sicherheitscode|codigo de seguridad|code de securite|cryptogramme|codice di sicurezza|codigo de seguranca|beveiligingscode)\b/g,
  ),
  key(
    19,
    [3, 6],
    /\b(?:exp(?:iry|ires?|iration|iring|ired|irey)?(?: (?:date|month|year|end))?|valid (?:thru|through|until|till|to)|good (?:thru|through|until|till)|validity|runs out|ablaufdatum|gultig bis|lauft ab|caduca(?:cion)?|caducidad|vence|vencimiento|expire|date d'expiration|scadenza|scade|validade|vervaldatum|mm ?\/ ?yy)\b/g,
  ),
  key(
    18,
    [3, 19],
    /\b(?:(?:credit|debit|bank|visa|payment|charge|gift|prepaid|business|corporate|amex|master)[ -]?card|visa|master ?card|amex|american express|discover|maestro|diners(?: club)?|jcb|unionpay|rupay|card(?: ?(?:number|no|num|nr|#|details|ending(?: in)?|digits|info))?|pan|16[ -]digit|sixteen[ -]digit|long number|kreditkarte(?:nnummer)?|kartennummer|karte|tarjeta|carte (?:bancaire|bleue|de credit)|carta di credito|numero (?:de )?(?:carte|carta|tarjeta)|cartao|creditcard(?:nummer)?|plastic|cc)\b/g,
  ),
  key(
    21,
    [4, 9],
    /\b(?:ssn|s\.s\.n\.?|s ?s ?n|social(?: security)?(?: (?:number|no|num|nr|card|#))?|soc(?:ial)?\.? sec(?:urity)?(?:\.)?|itin|tax(?:payer)? identification number|ss ?#)(?!\s+(?:media|network|worker|post|feed|account|app|studies|science|housing))/g,
  ),
  key(
    10,
    [4, 20],
    /\b(?:driv(?:er|ers|er'?s|ers'|ing)'?s?'? ?-?(?:licen[cs]e|permit|lic|id)|licen[cs]e (?:number|no|num|nr|#|id|is|reads|says|was)|(?:my|her|his|their|state|a|the|current|old|new) licen[cs]e|d\.?l\.?(?= ?[#:n\d ])|dln|d l(?= number)|lic(?:ence|ense)? ?(?:#|no\b|num)|dmv|dvla|provisional licen[cs]e|learner'?s permit|fuhrerschein(?:nummer)?|(?:numero de )?permis(?: de conduire)?|(?:carnet|licencia|permiso) de (?:conducir|manejo|conduccion)|patente(?: di guida)?|carta de conducao|cnh|carteira de (?:motorista|habilitacao)|rijbewijs(?:nummer)?|prawo jazdy|korkort|cdl|dl\/id|licencia|licen[cs]e(?: details)?(?! ?(?:plates?|keys?|fees?|agreement|to\b))|licen[cs]e(?:,? (?:that's|it's|that is|it is))?(?=[\s:#]*(?:[a-z]{1,3} )?$))(?: ?(?:number|no|num|nr|id|#))?(?![a-z])/g,
  ),
  key(
    11,
    [2, 24],
    /\b(?:iban|bic|swift(?: code)?|routing(?: (?:transit )?(?:number|no|num|code))?|aba|(?:wire|branch|bank) (?:code|number)|(?:transit|institution)(?: (?:code|number|no))?|sort ?code|s\/c|bsb|ifsc|clabe|cbu|micr|(?:bank|checking|savings|current|giro|deposit|chequing) (?:account|acct|a\/c)(?: (?:number|no|num|nr))?|acct\.?(?: (?:number|no|num|#))?|acc\.? ?(?:no|num|number)|a\/c(?: (?:no|number))?|account(?: (?:number|no|num|nr|#|ending|details))?|bank details|direct deposit|(?:checking|savings)(?: is)?|wire (?:it|the money)|bacs|(?:pay|paid|transfer(?:red)?|deposit(?:ed)?|wired?)(?: (?:it|this|that|everything|the money|the rent|money))? (?:to|into)|standing order|direct debit|bank acc|kontonummer|konto|kto|bankleitzahl|blz|(?:numero de )?cuenta(?: bancaria)?|compte(?: bancaire)?|rib|conto(?: corrente)?|conta(?: bancaria| corrente)?|agencia|rekening(?:nummer)?|bank ?(?:number|#)|bank(?=:))(?![a-z])/g,
  ),
  key(
    4,
    [3, 15],
    /\b(?:(?:tele)?phone|phone ?(?:number|no|num|#|:)|mobile|mob|cell(?: ?phone)?|tel|telefon\w*|telephone|handy(?:nummer)?|movil|portable|cellulare|celular|telemovel|telefoonnummer|fax|faks|whats ?app|signal|telegram|landline|hotline|helpline|switchboard|(?:home|work|office|direct|contact|emergency|main|business|toll[ -]free) (?:line|number|phone|no)|dial(?:l?ed|l?ing)?|call(?:s|ed|ing)?(?: (?:me|us|him|her|them|back|my|on|at))*|ring(?: (?:me|us|him|her|them|my))|text(?:s|ed|ing)?(?: (?:me|us|him|her|them))?|sms|reach(?:ed|able)?(?: (?:me|us|him|her|them|out))?|get hold of|buzz|voicemail|my digits|pager|rufnummer|erreich\w+|anrufen|ruf|llam\w+|appel\w+|joindre|joignable|chiam\w+|lig(?:ue|ar)|bel(?:len)? (?:me|mij)|bereik\w*|answer(?:s|ed|ing)?|picks? up|ring(?:s|ing)?|number to reach|contact|area code)(?!\w)|(?:^|[^a-z])(?:\((?:m|w|h|c|o|t|f|d)\)|[mwhctpf]:)(?=\s)/g,
  ),
  key(
    25,
    [4, 10],
    /\b(?:zip(?: ?code)?|post(?:al)? ?code|postcode|plz|postleitzahl|code postal|codigo postal|cap|cep)\b/g,
  ),
  key(
    17,
    [3, 30],
    /\b(?:(?:order|ticket|confirmation|reference|ref|invoice|tracking|serial|policy|claim|booking|reservation|passport|badge|case|member(?:ship)?|voucher|locator|pnr|otp|pin|p i n|passcode|pass ?code|password|mrn|imei|vin|aadhaa?r|nhs|medicare|medicaid|national insurance|nino|sku|plate|number ?plate|licen[cs]e plate|registration plate|dni|nie|cedula|curp|rfc|cpf|cnpj|codice fiscale|bsn|nir|personalausweis\w*|ausweis\w*|reisepass\w*|steuernummer|steuer-?id|bestellnummer|bestellung|kundennummer|mitgliedsnummer|vorgangsnummer|aktenzeichen|seriennummer|pedido|commande|ordine|encomenda|bestelling|(?:loyalty|rewards?|gift|library|membership|insurance|health|medicare|id|student|staff|bonus|club|travel|railway|donor) card)(?: ?(?:number|no|num|nr|code|id|key|#))?|(?:student|employee|staff|customer|client|user|patient|participant|respondent|subject|voter|registration|enrol?lment|application|transaction|receipt|coupon|gift ?card|loyalty|rewards?|frequent flyer|mileage|insurance|health(?: ?card| insurance)?|medical(?: record)?|chart|device|chassis|model|product|part|asset|contract|purchase|po|quote|meter|library|gym|parcel|package|shipment|flight|tax|vat|ein|tin|pan|national|identity|identification|citizen|personnel|personal|service|support|incident|session|meeting|conference|webinar|zoom|access|activation|verification|security|auth(?:entication|orization)?|one[ -]time|two[ -]factor|2fa|reset|entry|door|gate|alarm|garage|lock|safe|unlock|promo|discount|file|record|agent|pickup|pick-?up|return|rma|payroll|pension|alien|green card|uscis|case|group|subscriber|plan|unit|apartment access|wifi|wi-?fi|game|friend|sample|lab|test|kit|docket|badge|dossier|kunden|mitglieds|client)(?: ?(?:card|account))?(?:'s)? ?(?:number|no|num|nr|code|id|key|pin|#)s?)(?= ?[#:.]|\b|$)/g,
  ),
  key(
    17,
    [4, 30],
    /(?:\b(?:i\.?d\.?|code|codes|number|numbers|nummer|numero|no|num|nr|uid|uuid|combination|combo|digits|sequence|kennung|codigo|codice|kode|last (?:four|4|five|5|three|3)(?: digits)?|ends? (?:in|with)|ending (?:in|with)|typed(?: in)?|entered|punched in|keyed in)\b|#)/g,
    true,
  ),
]
