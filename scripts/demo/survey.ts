/** A customer survey of 2,000 responses, the same in every run. */
import type { ColumnType } from '@inlet/sdk'
import { openAnswer } from './open-answers.ts'
import { createDice, type Dice } from './random.ts'

const responses = 2000
const firstDay = Date.UTC(2026, 9, 5, 6)
const days = 26

const questions = {
  when: 'Submitted at',
  name: 'Your name',
  email: 'E-mail',
  often: 'How often do you order groceries online?',
  device: 'On which device do you usually order?',
  trouble: 'What has gone wrong in the last three months?',
  score: 'How likely are you to recommend us to a friend?',
  rank: 'Rank what matters most to you',
  change: 'What would you change first?',
  note: 'Voice note',
} as const

export const columnMapping: Record<string, ColumnType> = {
  [questions.when]: 'Timestamp',
  [questions.name]: 'Name',
  [questions.email]: 'Email',
  [questions.often]: 'Single choice',
  [questions.device]: 'Single choice',
  [questions.trouble]: 'Multi choice',
  [questions.score]: 'NPS',
  [questions.rank]: 'Ranking',
  [questions.change]: 'Open-ended',
  [questions.note]: 'MEDIA_RESPONSE',
}

const firstNames =
  'Maya Jonas Aylin Pedro Ingrid Tomasz Leïla Kofi Hanna Matteo Sofia Anton Priya Lukas Chloé Diego Emeka Freja Yuki Noor Oskar Rosa Samir Tilda Viktor Wanda Zoë Björn Nadia Henrik Amira Paul Ines Marek Lena Joao Mina Ravi Elif Nils'.split(
    ' ',
  )
const lastNames =
  'Okafor Lindqvist Moreau Kowalski Schneider Yilmaz Rossi Haddad Nowak Fischer Andersen Silva Tanaka Bauer Novak Petrov Dubois Larsen Müller Costa Ali Weber Jansen Romero Ferrari Hoang Singh Wagner Eriksson Mbeki Keller Brandt Laurent Sato Virtanen Horvat Popescu Olsen Marin Vogel'.split(
    ' ',
  )

const often = [
  ['Every week', 46],
  ['Two or three times a month', 27],
  ['Once a month', 16],
  ['Less often', 11],
] as const
const devices = [
  ['Phone', 58],
  ['Laptop or desktop', 31],
  ['Tablet', 11],
] as const
const troubles = [
  ['Basket was lost', 0.31],
  ['Address form', 0.38],
  ['No suitable slot', 0.44],
  ['Payment refused', 0.14],
  ['Wrong items', 0.17],
] as const
const matters = ['Delivery time', 'Price', 'Choice of products', 'Easy ordering', 'Little packaging']

/** The first responses refer to the given recordings. */
export function makeResponses(notes: readonly string[]): Record<string, string>[] {
  const dice = createDice(20_261_005)
  return Array.from({ length: responses }, (_, index) => makeResponse(dice, index, notes))
}

function makeResponse(dice: Dice, index: number, notes: readonly string[]): Record<string, string> {
  const first = dice.pick(firstNames)
  const last = dice.pick(lastNames)
  // Options are listed in order of appearance, so the first responses mention them in the order of the survey.
  const rhythm = often[index]?.[0] ?? dice.weighted(often)
  const ticked = troubles.filter(([, share]) => dice.next() < share || index === 0).map(([label]) => label)
  const score = scoreOf(dice, ticked.length, rhythm)
  const note = index % 97 === 40 ? notes[Math.floor(index / 97)] : undefined
  return {
    [questions.when]: new Date(
      firstDay + ((index + dice.next()) / responses) * days * 86_400_000,
    ).toISOString(),
    [questions.name]: `${first} ${last}`,
    [questions.email]: `${plain(first)}.${plain(last)}.${index + 1}@example.org`,
    [questions.often]: rhythm,
    [questions.device]: devices[index]?.[0] ?? dice.weighted(devices),
    [questions.trouble]: ticked.length > 0 ? ticked.join('; ') : 'Nothing',
    [questions.score]: dice.next() < 0.04 ? '' : String(score),
    [questions.rank]: dice.next() < 0.09 && index > 0 ? '' : ranking(dice, rhythm).join('; '),
    [questions.change]: openAnswer(dice, score),
    [questions.note]: note ?? '',
  }
}

/** Problems lower the score; weekly customers score higher. */
function scoreOf(dice: Dice, trouble: number, rhythm: string): number {
  const mood =
    9.6 - trouble * 1.1 + (rhythm === 'Every week' ? 0.6 : 0) + (dice.next() + dice.next() - 1) * 3.2
  return Math.max(0, Math.min(10, Math.round(mood)))
}

function ranking(dice: Dice, rhythm: string): string[] {
  const pull = (item: string) =>
    (item === 'Delivery time' ? (rhythm === 'Every week' ? 1.1 : 0.5) : 0) + (item === 'Price' ? 0.6 : 0)
  return matters
    .map((item) => ({ item, weight: dice.next() + pull(item) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ item }) => item)
}

/** Without accents, for e-mail addresses. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
