/**
 * Words in headers that hint at the type of a column, in English, German, French, Spanish, Italian, Portuguese, Dutch and
 * Japanese. A header alone never decides the type: the cells must match as well.
 */
import { isOnlyAbout, wordSet } from './header-text.ts'

/** Spells out word boundaries, because `\b` supports only ASCII. */
function words(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u')
}

const fillerWords = wordSet(`
  your you what whats s is are the a an please enter provide type tell us write state give may we have can i of and or for to in
  respondent respondents participant participants recipient interviewee contact customer client user person personal full complete
  optional required field answer here first last given family middle prefer preferred be called legal maiden own
  ihr ihre ihren dein deine wie lautet ist bitte geben sie an ein nennen uns der die das des den und vor voller vollständiger vollständige empfängers
  teilnehmer teilnehmerin person freiwillig angeben
  votre ton quel quelle est le la les de du des et indiquez veuillez indiquer saisir complet complète famille répondant participant facultatif
  su tu sus tus cuál cual es el los y del por favor indique escriba introduzca completo completa encuestado participante opcional
  il tuo suo qual è seu sua o e uw wat volledige
`)

const nameWords = wordSet(`
  name names firstname lastname fullname surname surnames forename
  namen vorname nachname vorname familienname rufname vollname
  nom noms prénom prénoms prenom prenoms nombre nombres apellido apellidos
  nome cognome sobrenome apelido naam voornaam achternaam imię nazwisko
`)
const nameJapanese =
  /^(?:あなたの)?(?:お|ご)?(?:名前|氏名|フルネーム|姓名|姓|名)(?:\s*[（(].*[）)])?(?:を.*|は.*|[:：*＊?？]*)?$/u

export function asksForName(text: string): boolean {
  return (
    isOnlyAbout(text, nameWords, fillerWords) ||
    nameJapanese.test(text) ||
    /^(?:성명|이름|姓名|имя|фамилия)$/u.test(text)
  )
}

export const emailWord = words(
  'e ?-? ?mails?|e-?mail-?adresse|mail|mail ?address|correo|correo electrónico|courriel|mél|posta elettronica',
)
export const emailJapanese = /メール|eメール|电子邮件|邮箱|이메일/u

/** The e-mail address or name belongs to someone other than the respondent. */
export const anotherPerson = words(
  'manager|boss|supervisor|colleague|coworker|friend|referr\\p{L}*|partner|spouse|parent|emergency|company|sales|support|' +
    'vorgesetzt\\p{L}*|kolleg\\p{L}*|freund\\p{L}*|supérieur|collègue|ami|amie|jefe|colega|amigo|amiga',
)

/** The time of the response itself. */
export const answeredTime = words(
  'timestamps?|time ?stamp|submit\\p{L}*|completed|recorded|recorded date|start(?:ed)?|end(?:ed)?|finished|created|created at|updated|modified|' +
    'response|responded|interview|survey|date ?/? ?time|datetime|received|logged|entry|answered|' +
    'zeitstempel|eingereicht|abgeschickt|abgesendet|erstellt\\p{L}*|erfasst|erfassungsdatum|anfangsdatum|enddatum|startdatum|startzeit|endzeit|antwortdatum|befragung\\p{L}*|umfrage|eingegangen|eingang|' +
    'horodat\\p{L}*|soumis\\p{L}*|réponse|début|fin|enregistr\\p{L}*|créé\\p{L}*|enquête|envoi|' +
    'marca temporal|marca de tiempo|enviad\\p{L}*|respuesta|inicio|finalización|creado|registro|encuesta|entrevista|' +
    'carimbo de data|data di invio|tijdstempel',
)
export const answeredTimeJapanese =
  /タイムスタンプ|回答日|送信日|登録日|開始日|終了日|作成日|日時|提交时间|응답/u
export const submissionTime = words(
  'submit\\p{L}*|completed|end(?:ed)?|finished|recorded|timestamp|abgeschickt|enddatum|zeitstempel|horodat\\p{L}*|fin|marca temporal|enviad\\p{L}*|finalización',
)

const dateWords = wordSet(
  'date dates time datetime day datum zeit uhrzeit heure jour fecha hora día data ora tijd 日付 日時 日期 когда дата',
)
export function isBareDate(text: string): boolean {
  return isOnlyAbout(text, dateWords, wordSet('and the of und et y utc gmt local cet est the'))
}

/** Dates that are answers, such as a date of birth. */
export const eventTime = words(
  'birth\\p{L}*|born|dob|hir\\p{L}*|join\\p{L}*|purchas\\p{L}*|bought|order\\p{L}*|visit\\p{L}*|appointment|deadline|due|expir\\p{L}*|event|delivery|travel|' +
    'last|next|when|which|what|would|since|renewal|contract|graduat\\p{L}*|wedding|' +
    'geburt\\p{L}*|geboren|kauf\\p{L}*|bestell\\p{L}*|besuch\\p{L}*|termin|letzte\\p{L}*|nächste\\p{L}*|wann|vertrag\\p{L}*|' +
    'naissance|achat|commande|visite|rendez|dernière|dernier|prochaine?|quand|' +
    'nacimiento|compra|pedido|visita|cita|última|último|próxima|cuándo|cuando',
)
export const eventTimeJapanese = /生年月日|誕生日|購入|来店|予約|入社/u

/** Questions that ask for sentences. */
export const asksForText = words(
  'why|why not|how come|comments?|feedback|explain|describe|description|elaborate|tell us|suggest\\p{L}*|thoughts?|reasons?|improve\\p{L}*|specify|in your own words|' +
    'anything else|what else|remarks?|notes?|details?|opinions?|impressions?|share|open[- ]ended|other \\(please|free text|verbatim|' +
    'warum|wieso|weshalb|kommentar\\p{L}*|anmerkung\\p{L}*|begründ\\p{L}*|beschreib\\p{L}*|verbesser\\p{L}*|vorschl\\p{L}*|rückmeldung|freitext|erläuter\\p{L}*|sonstiges|wünsch\\p{L}*|' +
    'pourquoi|commentaires?|expli\\p{L}*|décri\\p{L}*|suggestions?|améliorer\\p{L}*|améliorations?|remarques?|avis|précise\\p{L}*|' +
    'por ?qué|comentarios?|explique|explica|describa|describe|sugerencias?|mejorar\\p{L}*|opinión|observaciones|motivo|especifi\\p{L}*|' +
    'perché|commenti|porquê|comentários?|waarom|opmerkingen|toelichting',
)
export const asksForTextJapanese = /意見|感想|理由|コメント|自由|要望|なぜ|教えて|改善|その他|记述|建议|의견/u

export const asksToRecommend = words(
  'nps|net promoter|net promoter score|recommend\\p{L}*|refer us|weiterempf\\p{L}*|empfehlen|recommand\\p{L}*|recomend\\p{L}*|raccomand\\p{L}*|consigli\\p{L}*|aanbevelen|aanraden',
)
export const asksToRecommendJapanese = /薦め|勧め|すすめ|推奨|推薦|推荐|추천/u

/** `(1-5)`, `1 to 7`: the scale is too short for NPS. */
export const statesShortScale = /(?<!\d)[01]\s*(?:[-–—~～]|to|bis|à|al?|から)\s*[3-7](?!\d)/u

export const asksToRank = words(
  'rank|ranks|ranked|ranking|rank order|order of (?:preference|importance|priority)|prioriti[sz]e|in order|put in order|' +
    'rangfolge|rangliste|reihenfolge|sortier\\p{L}*|priorisier\\p{L}*|ordnen|' +
    'classez|classer|classement|ordre d.importance|ordre de préférence|par ordre|hiérarchisez|' +
    'ordene|ordena|ordenar|clasifique|clasifica|orden de (?:preferencia|importancia)|jerarqui\\p{L}*|' +
    'classifica|ordina|ordem|rangschik|volgorde',
)
export const asksToRankJapanese = /順位|ランキング|順番|順に|並べ|排序/u
