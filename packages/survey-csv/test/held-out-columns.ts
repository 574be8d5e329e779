/** Hand-labeled columns that were not used to develop the typing rules. Values repeat if a list is shorter than the table. */
import type { ColumnType } from '../src/typing/column-types.ts'

export type HeldOutColumn = {
  readonly header: string
  readonly type: ColumnType
  readonly value: (row: number) => string
}

const pick = (list: readonly string[]) => (row: number) => list[(row * 7 + (row >> 3)) % list.length] ?? ''
const pad = (value: number) => String(value).padStart(2, '0')
const minute = (row: number) => `${pad(row % 24)}:${pad((row * 13) % 60)}`
const sometimes = (value: (row: number) => string, every: number) => (row: number) =>
  row % every === 0 ? '' : value(row)
const score = (row: number) => String([9, 10, 7, 8, 3, 10, 0, 6, 9, 5][(row * 3) % 10])
const subset = (list: readonly string[], separator: string) => (row: number) =>
  list.filter((_, index) => ((row * 5 + 3) >> index) % 2 === 1).join(separator) || (list[0] ?? '')
const order = (list: readonly string[], separator: string) => (row: number) => {
  const turned = [...list.slice(row % list.length), ...list.slice(0, row % list.length)]
  return (row % 2 === 0 ? turned : turned.reverse()).join(separator)
}

const people = [
  'Maria Lindqvist',
  'Tom Okafor',
  'Aylin Yıldız',
  'Jean-Luc Moreau',
  "Siobhán O'Neill",
  'Li Wei',
  'Ana Sofía Ruiz',
]
const firsts = ['Maria', 'Tom', 'Aylin', 'Jean-Luc', 'Siobhán', 'Wei', 'Ana']
const lasts = ['Lindqvist', 'Okafor', 'Yıldız', 'Moreau', "O'Neill", 'Li', 'Ruiz Díaz']
const subjects = [
  'The delivery',
  'My account page',
  'Your newsletter',
  'The checkout',
  'Customer care',
  'The mobile app',
  'Billing',
]
const verbs = [
  'took far too long',
  'was a pleasant surprise',
  'confused my whole team',
  'works as it should',
  'broke twice last month',
]
const ends = [
  'and nobody told me.',
  'so I came back.',
  'when I tried it from home.',
  'compared with last year!',
  '',
]
const english = (row: number) =>
  `${subjects[row % 7]} ${verbs[(row * 3) % 5]} ${ends[(row * 11) % 5]} ${row % 4 === 0 ? 'Please fix it.' : ''}`.trim()
const german = (row: number) =>
  `${['Der Versand', 'Die Anmeldung', 'Das Handbuch', 'Euer Team'][row % 4]} ${['hat mich überzeugt', 'war leider sehr langsam', 'könnte deutlich klarer sein'][row % 3]}, ${['weil niemand antwortet', 'obwohl es teuer ist', 'seit dem letzten Update'][((row * 5) % 7) % 3]} (${row}).`
const french = (row: number) =>
  `${['La livraison', 'Le site', 'Votre équipe', 'La facture'][row % 4]} ${['est arrivée en retard', 'fonctionne très bien', 'manque de clarté'][row % 3]} depuis ${row} jours.`
const spanish = (row: number) =>
  `${['El envío', 'La tienda', 'Su equipo', 'La factura'][row % 4]} ${['llegó tarde otra vez', 'funciona muy bien', 'no es nada claro'][row % 3]} desde hace ${row} días.`
const japanese = (row: number) =>
  `${['配送がとても遅かったです', '画面が見やすくて助かります', '料金がもう少し安いと嬉しいです'][row % 3]}。${row}回目の利用でした。`

const agree = ['Strongly agree', 'Agree', 'Neither agree nor disagree', 'Disagree', 'Strongly disagree']
const channels = ['Instagram', 'A friend told me', 'Search engine', 'Podcast', 'Trade fair']
const features = ['Reports', 'Calendar', 'Reminders', 'Invoices', 'Team chat']

export const heldOutColumns: readonly HeldOutColumn[] = [
  // Names
  { header: 'Full Name', type: 'Name', value: pick(people) },
  { header: 'Your name (optional)', type: 'Name', value: sometimes(pick(people), 3) },
  { header: 'first_name', type: 'Name', value: pick(firsts) },
  { header: 'Surname', type: 'Name', value: pick(lasts) },
  { header: 'Please enter your full name:', type: 'Name', value: pick(people) },
  { header: 'Nachname', type: 'Name', value: pick(lasts) },
  { header: 'Wie lautet Ihr Name?', type: 'Name', value: pick(people) },
  { header: 'Nom et prénom', type: 'Name', value: pick(people) },
  { header: 'Nombre y apellidos', type: 'Name', value: pick(people) },
  {
    header: '氏名',
    type: 'Name',
    value: pick(['佐々木 希', '中村 太郎', '小林 さくら', '加藤 誠', '吉田 葵']),
  },
  // E-mail addresses
  { header: 'Email', type: 'Email', value: (row) => `person${row}@mail.example` },
  {
    header: 'Where can we reach you by e-mail?',
    type: 'Email',
    value: sometimes((row) => `p.${row}@corp.example`, 4),
  },
  { header: 'Ihre E-Mail', type: 'Email', value: (row) => `kunde${row}@firma.example` },
  { header: 'Correo electrónico', type: 'Email', value: (row) => `cliente.${row}@correo.example` },
  { header: 'Courriel', type: 'Email', value: (row) => `client-${row}@poste.example` },
  { header: 'Contact', type: 'Email', value: (row) => `u${row}@site.example` },
  { header: "Your manager's email", type: 'Do nothing', value: (row) => `boss${row}@corp.example` },
  // Response times and other dates
  {
    header: 'Submitted At',
    type: 'Timestamp',
    value: (row) => `2024-0${1 + (row % 9)}-1${row % 10}T${minute(row)}:00Z`,
  },
  {
    header: 'completed_at',
    type: 'Timestamp',
    value: (row) => `2024-11-${pad(1 + (row % 28))} ${minute(row)}`,
  },
  {
    header: 'Date',
    type: 'Timestamp',
    value: (row) => `${pad(1 + (row % 12))}/${pad(1 + ((row * 5) % 28))}/2024`,
  },
  { header: 'Interview date', type: 'Timestamp', value: (row) => `${1 + (row % 28)} March 2024` },
  {
    header: 'Abgeschickt am',
    type: 'Timestamp',
    value: (row) => `${pad(1 + (row % 28))}.03.2024 ${minute(row)}`,
  },
  {
    header: 'Date de soumission',
    type: 'Timestamp',
    value: (row) => `${pad(1 + (row % 28))}/03/2024 ${minute(row)}`,
  },
  {
    header: 'Marca temporal',
    type: 'Timestamp',
    value: (row) => `${pad(1 + (row % 28))}/03/2024 ${minute(row)}:11`,
  },
  {
    header: '回答日時',
    type: 'Timestamp',
    value: (row) => `2024年3月${1 + (row % 28)}日 ${row % 24}時${pad(row % 60)}分`,
  },
  { header: 'Date of birth', type: 'Do nothing', value: (row) => `${1950 + row}-0${1 + (row % 9)}-12` },
  {
    header: 'When did you last visit our shop?',
    type: 'Do nothing',
    value: (row) => `2024-02-${pad(1 + (row % 28))}`,
  },
  {
    header: 'Geburtsdatum',
    type: 'Do nothing',
    value: (row) => `${pad(1 + (row % 28))}.05.${1950 + (row % 50)}`,
  },
  // Free text
  { header: 'What could we do better?', type: 'Open-ended', value: english },
  { header: 'Any other comments', type: 'Open-ended', value: sometimes(english, 2) },
  { header: 'Tell us about your last order', type: 'Open-ended', value: english },
  { header: 'Q17', type: 'Open-ended', value: (row) => `${english(row)} It was on day ${row} of the trial.` },
  { header: 'Haben Sie noch Anmerkungen?', type: 'Open-ended', value: german },
  { header: 'Qu’avez-vous pensé de la visite ?', type: 'Open-ended', value: french },
  { header: '¿Por qué eligió esa respuesta?', type: 'Open-ended', value: spanish },
  { header: '改善してほしい点を教えてください', type: 'Open-ended', value: japanese },
  {
    header: 'Describe our brand in three words',
    type: 'Open-ended',
    value: (row) => `${subjects[row % 7]} no. ${row}, honest`,
  },
  // NPS
  { header: 'Would you recommend Acme to others? (0 = never, 10 = always)', type: 'NPS', value: score },
  { header: 'NPS', type: 'NPS', value: score },
  { header: 'Würden Sie uns Freunden empfehlen?', type: 'NPS', value: score },
  { header: '¿Recomendaría nuestra tienda?', type: 'NPS', value: score },
  {
    header: 'Likelihood to recommend',
    type: 'NPS',
    value: (row) => (score(row) === '10' ? '10 - Extremely likely' : score(row)),
  },
  {
    header: 'How likely are you to recommend us? (1-5)',
    type: 'Single choice',
    value: (row) => String(1 + (row % 5)),
  },
  { header: 'On a scale from 0 to 10, how satisfied are you?', type: 'Single choice', value: score },
  // Rankings
  { header: 'Put these features in order of importance', type: 'Ranking', value: order(features, '; ') },
  { header: 'Ordnen Sie nach Wichtigkeit', type: 'Ranking', value: order(features, ' | ') },
  { header: 'Q9', type: 'Ranking', value: order(['Price', 'Design', 'Battery', 'Camera'], ',') },
  { header: 'Rank the following [Price]', type: 'Ranking', value: (row) => String(1 + ((row * 3) % 5)) },
  // Choices
  { header: 'I feel heard by my manager', type: 'Single choice', value: pick(agree) },
  { header: 'How did you hear about us?', type: 'Single choice', value: pick(channels) },
  {
    header: 'Country',
    type: 'Single choice',
    value: pick(['Norway', 'Kenya', 'Chile', 'Japan', 'France', 'India']),
  },
  {
    header: 'Altersgruppe',
    type: 'Single choice',
    value: pick(['unter 18', '18–29', '30–49', '50–64', '65 und älter']),
  },
  { header: 'Rate the workshop', type: 'Single choice', value: (row) => String(1 + (row % 7)) },
  { header: 'Company name', type: 'Single choice', value: pick(['Acme', 'Globex', 'Initech', 'Umbrella']) },
  { header: 'Subscribed', type: 'Single choice', value: pick(['TRUE', 'FALSE']) },
  {
    header: 'Income',
    type: 'Single choice',
    value: pick(['$0 - $24,999', '$25,000 - $49,999', '$50,000 or more']),
  },
  {
    header: 'Do you agree?',
    type: 'Single choice',
    value: pick(['Yes, fully', 'Yes, partly', 'No, not really', 'No, never']),
  },
  { header: '性別', type: 'Single choice', value: pick(['男性', '女性', '回答しない']) },
  { header: 'Which features do you rely on?', type: 'Multi choice', value: subset(features, ', ') },
  { header: 'Pick your channels', type: 'Multi choice', value: subset(channels, ';') },
  {
    header: 'Quels outils utilisez-vous ?',
    type: 'Multi choice',
    value: subset(['Tableur', 'Agenda', 'Messagerie'], ' | '),
  },
  {
    header: 'Welche Geräte besitzen Sie?',
    type: 'Multi choice',
    value: subset(['Handy', 'Tablet', 'Laptop', 'Uhr'], '\n'),
  },
  { header: '利用する機能', type: 'Multi choice', value: subset(['検索', '共有', '印刷'], '、') },
  // Nothing to analyze
  { header: 'Teilnehmer-ID', type: 'Do nothing', value: (row) => String(88_000 + row * 17) },
  { header: 'session', type: 'Do nothing', value: (row) => `9f${(row * 7919).toString(16)}c0ffee${row}` },
  { header: 'Landing page', type: 'Do nothing', value: (row) => `https://example.org/s?c=${row}` },
  { header: 'Selfie', type: 'Do nothing', value: (row) => `IMG_${1000 + row}.jpg` },
  { header: 'Time spent (sec)', type: 'Do nothing', value: (row) => String(31 + row * 9) },
  { header: 'calibration_factor', type: 'Do nothing', value: (row) => (0.4 + row / 77).toFixed(6) },
  { header: 'Phone number', type: 'Do nothing', value: (row) => `+49 170 ${5_550_000 + row * 31}` },
  { header: 'Notes for us', type: 'Do nothing', value: () => '' },
]
