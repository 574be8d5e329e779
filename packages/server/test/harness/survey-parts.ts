/** Parts of a synthetic survey of ordinary shape, deterministic for the same numbers. */

export const surveyHeader = [
  'Submitted at',
  'Name',
  'E-mail',
  'How often do you use it?',
  'Which plan are you on?',
  'How large is your team?',
  'Your role',
  'Country',
  'How did you hear about us?',
  'Is it easy to use?',
  'Would you miss it?',
  'Which tools do you use?',
  'What do you do with it?',
  'How likely are you to recommend us?',
  'Rank what matters to you',
  'What do you like best?',
  'What should we change?',
  'Internal id',
  'Session',
]

const choices = [
  ['Daily', 'Weekly', 'Monthly', 'Less often'],
  ['Free', 'Pro', 'Team', 'Enterprise'],
  ['Just me', '2 to 10', '11 to 50', '51 to 200', 'More than 200'],
  ['Designer', 'Researcher', 'Product manager', 'Engineer', 'Marketing', 'Something else'],
  ['Germany', 'France', 'Japan', 'Brazil', 'Kenya', 'United States', 'India', 'Poland', 'Spain', 'Italy'],
  ['A colleague', 'Search', 'An advertisement', 'A conference', 'I do not remember'],
  ['Strongly agree', 'Agree', 'Neither agree nor disagree', 'Disagree', 'Strongly disagree'],
  ['Very much', 'Somewhat', 'Not really'],
]
const tools = ['Mail', 'Chat', 'Calendar', 'Spreadsheet', 'Whiteboard', 'Phone']
const uses = ['Interviews', 'Surveys', 'Usability tests', 'Diary studies', 'Reports']
const ranked = ['Price', 'Speed', 'Looks', 'Support', 'Privacy']
const likes = [
  'It does what it should and stays out of my way while I am working on something else.',
  'The search. I find what somebody said a year ago in a few seconds, which used to take me an afternoon.',
  'That everybody in the team sees the same thing, and nobody has to send files around any more.',
  'Honestly, the support: every question I had was answered the same day by somebody who knew the product.',
]
const wishes = [
  'The export is slow with large projects, and I never know whether it still runs or has stopped.',
  'Please add a way to compare two surveys side by side, question by question.',
  'I would like to have it in my language, because some of my colleagues do not read English well.',
  'Nothing comes to mind.',
]

/** A pseudo-random number from 0 to 2^31. */
function mix(a: number, b: number): number {
  let x = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 1, 0xc2b2ae35)
  x = Math.imul(x ^ (x >>> 15), 0x27d4eb2f)
  return (x ^ (x >>> 13)) >>> 1
}

function pick(from: readonly string[], seed: number): string {
  return from[seed % from.length] ?? ''
}

function some(from: readonly string[], seed: number): string[] {
  return from.filter((_, i) => ((seed >>> i) & 1) === 1)
}

function inOrder(items: readonly string[], seed: number): string[] {
  const left = [...items]
  return items.flatMap((_, i) => left.splice((seed >>> (3 * i)) % left.length, 1))
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const startMs = Date.UTC(2025, 0, 1)

/** The cells of a response as CSV; `n` counts through all parts of a survey. */
function makeLine(n: number): string {
  const seed = (salt: number) => mix(n, salt)
  const at = new Date(startMs + n * 37_000).toISOString().slice(0, 19).replace('T', ' ')
  const like = seed(50) % 4 === 0 ? '' : `${pick(likes, seed(51))} (${n})`
  const wish = seed(52) % 3 === 0 ? '' : pick(wishes, seed(53))
  return [
    at,
    `Person ${n}`,
    `person-${n}@example.org`,
    ...choices.map((options, i) => (seed(i) % 20 === 0 ? '' : pick(options, seed(i + 10)))),
    quoted(some(tools, seed(20)).join(', ')),
    quoted(some(uses, seed(21)).join(', ')),
    seed(22) % 15 === 0 ? '' : String(seed(23) % 11),
    quoted(inOrder(ranked, seed(24)).join('; ')),
    quoted(like),
    quoted(wish === '' ? '' : `${wish} ${n}`),
    `R_${seed(30).toString(36)}${seed(31).toString(36)}`,
    `${seed(32).toString(16)}-${seed(33).toString(16)}`,
  ].join(',')
}

export function makePart(number: number, rows: number): Buffer {
  const lines = [surveyHeader.join(',')]
  const first = (number - 1) * rows
  for (let i = 0; i < rows; i += 1) lines.push(makeLine(first + i))
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
