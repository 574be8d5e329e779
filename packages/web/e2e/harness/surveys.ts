/** Imports surveys with every question type. */
import { setTimeout as sleep } from 'node:timers/promises'
import { baseUrl } from './browser.ts'
import type { PickedFile } from './files.ts'
import { ask, sendTo } from './workspace.ts'

export interface SurveyOptions {
  name: string
  /** CSV texts, each with a header row. */
  parts: string[]
  columns?: Record<string, string>
  addsParticipants?: boolean
  /** Media files, matched by e-mail address. */
  media?: PickedFile[]
  /** The status to wait for. */
  until?: 'ready' | 'failed'
}

interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

interface State {
  status: string
  failure: { message: string } | null
}

/** Returns the upload key of the survey. */
export async function importSurvey(projectId: number, options: SurveyOptions): Promise<string> {
  const { name, parts, columns, addsParticipants = false, media = [], until = 'ready' } = options
  const started = await ask<{
    upload_key: string
    upload_urls: (Descriptor & { part_number: number })[]
  }>('POST', '/surveys', {
    project_id: projectId,
    name,
    file_type: 'CSV',
    num_parts: parts.length,
    ...(columns && { column_mapping: columns }),
    auto_map: true,
    add_to_research_panel: addsParticipants,
    ...(media.length > 0 && { media_config: { link_by: 'email' } }),
  })
  await sendMedia(started.upload_key, media)
  await Promise.all(started.upload_urls.map((one) => sendTo(one, parts[one.part_number - 1] ?? '')))
  await ask('POST', `/surveys/${started.upload_key}/complete`)
  await waitForSurvey(started.upload_key, until)
  return started.upload_key
}

async function sendMedia(uploadKey: string, media: NonNullable<SurveyOptions['media']>): Promise<void> {
  if (media.length === 0) return
  const { media_files: files } = await askAsProgram<{ media_files: (Descriptor & { filename: string })[] }>(
    `${uploadKey}/media/register`,
    { files: media.map(({ name }) => name) },
  )
  await Promise.all(
    files.map((file) =>
      sendTo(file, new Uint8Array(media.find(({ name }) => name === file.filename)?.buffer ?? [])),
    ),
  )
}

/** Registers parts through the public API without uploading them. */
export async function appendNothing(uploadKey: string, numParts = 1): Promise<void> {
  await askAsProgram(`${uploadKey}/append`, { num_parts: numParts })
}

/** Calls the public API, because only it can register media and append parts. */
async function askAsProgram<T>(path: string, body: object): Promise<T> {
  const scopes = ['survey:write', 'project:read']
  const { key, client_secret } = await ask<{ key: { client_id: string }; client_secret: string }>(
    'POST',
    '/keys',
    { name: 'media of a survey', kind: 'personal', scopes },
  )
  const granted = await fetch(`${baseUrl}/api/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: key.client_id, client_secret }),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const answer = await fetch(`${baseUrl}/api/v1/developer/import/surveys/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} failed with status ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

export async function waitForSurvey(uploadKey: string, until: 'ready' | 'failed'): Promise<void> {
  const deadline = Date.now() + 240_000
  while (Date.now() < deadline) {
    const { status, failure } = await ask<State>('GET', `/surveys/${uploadKey}`)
    if (status === until) return
    if (until === 'ready' && status === 'failed') throw new Error(`The import failed: ${failure?.message}`)
    await sleep(200)
  }
  throw new Error(`The survey was not ${until} in time.`)
}

export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('')

/** A seeded pseudo-random number generator. */
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * sides)
  }
}

export const header = [
  'Submitted at',
  'Your name',
  'Email address',
  'How often do you use the export?',
  'Which tools do you use beside it?',
  'How likely are you to recommend us to a colleague?',
  'Rank what matters most to you',
  'What is the one thing you would change?',
] as const

export const columns: Record<(typeof header)[number], string> = {
  'Submitted at': 'Timestamp',
  'Your name': 'Name',
  'Email address': 'Email',
  'How often do you use the export?': 'Single choice',
  'Which tools do you use beside it?': 'Multi choice',
  'How likely are you to recommend us to a colleague?': 'NPS',
  'Rank what matters most to you': 'Ranking',
  'What is the one thing you would change?': 'Open-ended',
}

const often = ['Every day', 'Weekly', 'Monthly', 'Less often', 'Never'] as const
const tools = ['Slack', 'Jira', 'Figma', 'Zoom', 'Notion', 'Excel'] as const
const matters = ['Speed', 'Price', 'Support', 'Privacy'] as const
const names = [
  'Maya Rahman',
  'Jonas Weber',
  'Aïcha Diallo',
  'Łukasz Nowak',
  'Sofía Ortiz',
  'Ken Ito',
  'نور حداد',
  'Ola Berg',
]
const wishes = [
  'The export took too long, so I gave up half way and did it by hand in a spreadsheet.',
  'Let me schedule the export. I run the same one every Monday morning.',
  'Nothing, really. It does what I need.',
  'Clearer prices, please 🙏 — I never know what the next month will cost.',
  'أريد واجهة باللغة العربية من فضلك',
  'I would love filters that stay when I come back to the page, because I always look at the same region and the same quarter, and setting them again takes a minute each time.',
  'Support answered within the hour. Keep that!',
]

export function surveyRows(count: number, seed = 7): string[][] {
  const roll = createDice(seed)
  return Array.from({ length: count }, (_, i) => {
    const day = String(1 + roll(30)).padStart(2, '0')
    const minute = String(roll(60)).padStart(2, '0')
    const chosen = tools.filter(() => roll(3) === 0)
    const ranked = [...matters].sort(() => roll(3) - 1)
    return [
      `2026-10-${day} ${String(8 + roll(12)).padStart(2, '0')}:${minute}:00`,
      names[roll(names.length)] ?? '',
      `person${i}@example.test`,
      roll(40) === 0 ? '' : (often[Math.min(roll(5), roll(5))] ?? ''),
      chosen.join('; '),
      roll(25) === 0 ? '' : String(Math.max(roll(11), roll(11))),
      roll(10) === 0 ? '' : ranked.join(' > '),
      roll(3) === 0 ? '' : (wishes[roll(wishes.length)] ?? ''),
    ]
  })
}

export const surveyPart = (rows: string[][]): string => csv([[...header], ...rows])
