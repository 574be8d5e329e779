/** Open answers, combined from parts so that few of 2,000 are the same. */
import type { Dice } from './random.ts'

const complaints: Record<string, readonly string[]> = {
  country: [
    'Why do I have to choose my country again every single time',
    'The country list. It starts with Afghanistan and I live in the same country you deliver in',
    'I picked the wrong country by accident and the whole address was gone',
    'choosing my country twice is one time too many',
  ],
  slot: [
    'I only want to know when you come, everything else is second',
    'By the time I reach the slots the evening one is taken',
    'A two hour window is fine but tell me before I fill the basket',
    'The driver came twenty minutes before the slot and left again',
  ],
  basket: [
    'My basket was empty when I came back from the other phone',
    'Keep the basket. I fill it over a whole week',
    'My partner and I can’t fill the same basket, we end up with two deliveries',
    'lost my basket after signing in, had to start over',
  ],
  payment: [
    'My card was refused and it did not say why',
    'Paying took three tries, then I got three confirmation mails',
    'Please let me pay when the bags are at my door',
    'The code from the newsletter was not accepted and nobody could tell me why',
  ],
  range: [
    'Too few things from around here, I’d rather buy what is in season',
    'Whatever is out of stock should say so before I get to the end',
    'The replacement for the oat milk was a litre of cream',
    'More small packs. I live alone and throw half of it away',
  ],
}

const praise = [
  'Honestly nothing, it works for me',
  'It saves me an hour every Saturday',
  'The drivers are lovely, please keep them',
  'I like that I can see what I ordered last month',
  'Quick, and the fruit is better than in the shop',
  'Ich bin zufrieden, nur die Lieferzeit am Abend ist knapp',
  'Tout va bien, merci',
]

const places = [
  'on my phone',
  'on the tablet',
  'on my laptop at work',
  'in the app',
  'on the bus',
  'with one hand while cooking',
]
const feelings = [
  'I gave up and went to the shop',
  'I nearly gave up',
  'It made me laugh, then it didn’t',
  'I wrote to you about it in spring',
  'My mother cannot do it without me',
  'The second time it worked',
  'I still order, but less than before',
  'That is the only thing that annoys me',
]
const closings = [
  'Thanks for asking.',
  'Please fix it.',
  'Otherwise all good.',
  'Keep going.',
  '🙂',
  'No hard feelings.',
]

/** Respondents with a low score complain; those with a high one mostly do not. Some leave it empty. */
export function openAnswer(dice: Dice, score: number): string {
  if (dice.next() < 0.22) return ''
  const isHappy = dice.next() < (score >= 9 ? 0.55 : score >= 7 ? 0.25 : 0.05)
  const start = isHappy ? dice.pick(praise) : complaint(dice)
  const parts = [dice.next() < 0.3 && !isHappy ? `${start} ${dice.pick(places)}` : start]
  if (!isHappy && dice.next() < 0.55) parts.push(dice.pick(feelings))
  const text = `${parts.join('. ')}.`
  const ended = dice.next() < 0.2 ? `${text} ${dice.pick(closings)}` : text
  return dice.next() < 0.12 ? ended.toLowerCase() : ended
}

function complaint(dice: Dice): string {
  const theme = dice.weighted([
    ['country', 26],
    ['slot', 30],
    ['basket', 22],
    ['payment', 14],
    ['range', 8],
  ])
  return dice.pick(complaints[theme] ?? praise)
}
