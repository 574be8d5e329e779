/** REFI-QDA exports over HTTP, run in this process. */
import type { ReadCase, ReadProject } from '@inlet/refi-qda'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { addSurvey } from '../../../../test/harness/export-survey.ts'
import { exportNow, exportsOf } from '../../../../test/harness/exports.ts'
import { rounds } from '../../../../test/harness/full.ts'
import { fetchToken, findKeyId, makeKey } from '../../../../test/harness/people.ts'
import { insertProtectedFile, protectedPhases } from '../../../../test/harness/protected-files.ts'
import { exportQdpx, type ReadArchive } from '../../../../test/harness/qdpx.ts'
import {
  insertReadFile,
  insertReadInsight,
  insertRecording,
  insertRecordingFile,
  makeProject,
  makeReaders,
  type Readers,
} from '../../../../test/harness/reading.ts'
import { addMedia, importNow, makeSurvey, soleAttempt } from '../../../../test/harness/surveys.ts'

let app: TestApp
let people: Readers
/** Of a key with every scope, and of one with export:write only. */
let token: string
let narrow: string
let keyId: number

beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
  people = await makeReaders(app)
  const credentials = await makeKey(app.deps, people.ada.user)
  keyId = await findKeyId(app.deps, credentials)
  token = await fetchToken(app.url, credentials)
  narrow = await fetchToken(app.url, await makeKey(app.deps, people.ada.user, { scopes: ['export:write'] }))
}, 120_000)
afterAll(() => app.close())

const valuesOf = ({ variables }: ReadProject, { values }: ReadCase): Record<string, string> =>
  Object.fromEntries(
    values.map(({ variable, value }) => [variables.find(({ guid }) => guid === variable)?.name ?? '', value]),
  )

describe('a REFI-QDA export of a project', () => {
  let projectId: number
  let whole: ReadArchive
  let restricted: ReadArchive

  beforeAll(async () => {
    const by = people.ada.user
    projectId = await makeProject(people.ada, 2)
    const place = { projectId, by }
    await insertReadFile(app, place, { pages: ['First\r\npage', 'Second 🦓'], name: 'plan.pdf' })
    await insertReadFile(app, place, { pages: ['Another plan'], name: 'Plan.pdf' })
    const docx = { pages: ['Words'], name: 'words.docx', extension: 'docx', content: 'docx bytes' }
    await insertReadFile(app, place, docx)
    const image = { kind: 'image', pages: ['Exit 🚪'], content: 'image bytes' } as const
    await insertReadFile(app, place, { ...image, name: 'sign.png', extension: 'png' })
    await insertReadInsight(app, place, { pages: ['Insight text'] })
    await insertReadInsight(
      app,
      { projectId, by: people.finn.user },
      { pages: ['Draft text'], isDraft: true, name: 'draft.pdf' },
    )
    await insertRecordingFile(app, place, [
      { startMs: 0, text: 'Where did you click? 🤔', speaker: 'A' },
      { startMs: 2500, text: 'On the cafe\u0301 button.', speaker: 'B' },
      { startMs: 5200, text: 'And then?', speaker: 'B' },
    ])
    for (const phase of protectedPhases)
      await insertProtectedFile(
        app,
        place,
        phase,
        [{ startMs: 0, text: `secret of ${phase}` }],
        `${phase}.mp4`,
      )
    const survey = await addSurvey(app, { user: by, keyId, projectId })
    await linkMedia(survey, 'answer.mp4', 32_768)
    await sql`
      update label_template set labels = '["Plain", {"name": "Pain & <gain>", "color": "#AA0000", "description": "d", "labels": ["Inner"]}]'
      where project_id = ${projectId}`.execute(app.deps.db)
    whole = await exportQdpx(app, token, { projectId })
    restricted = await exportQdpx(app, narrow, { projectId })
  }, 180_000)

  async function linkMedia(surveyKey: string, filename: string, responseId: number) {
    const { rows } = await sql<{ id: number }>`select id from survey where upload_key = ${surveyKey}`.execute(
      app.deps.db,
    )
    const surveyId = rows[0]?.id ?? 0
    await addMedia(app.deps, surveyId, filename)
    const recordingId = await insertRecording(app, [{ startMs: 0, text: 'Said in an answer', speaker: 'A' }])
    await sql`
      update survey_media set status = 'LINKED', media_level = 'RESPONSE', response_id = ${responseId},
        recording_id = ${recordingId}, linked_at = now() where survey_id = ${surveyId}`.execute(app.deps.db)
  }

  it('EXP-12 is valid by the schema and for every importer', () => {
    expect(whole.problems).toEqual([])
    expect(restricted.problems).toEqual([])
    expect(whole.volumes.map(({ name }) => name)).toEqual([expect.stringMatching(/^inlet-export-.*\.qdpx$/)])
    expect(whole.project.origin).toMatch(/^Inlet \d/)
    expect(whole.project.unmatched).toEqual([{ kind: 'set', count: 1, examples: [expect.any(String)] }])
  })

  it('EXP-12 has documents and images as sources with their texts', () => {
    const { project, texts, files } = whole
    const kindOf = (name: string) => project.sources.find((source) => source.name === name)?.kind
    expect([kindOf('plan.pdf'), texts.get('plan.pdf'), files.get('plan.pdf')]).toEqual([
      'pdf',
      'First\npage\nSecond 🦓\n',
      '%PDF-1.7 0123456789',
    ])
    expect([kindOf('Plan.pdf (2)'), texts.get('Plan.pdf (2)')]).toEqual(['pdf', 'Another plan\n'])
    expect([kindOf('words.docx'), texts.get('words.docx'), files.get('words.docx')]).toEqual([
      'text',
      'Words\n',
      'docx bytes',
    ])
    expect([kindOf('sign.png'), texts.get('sign.png'), files.get('sign.png')]).toEqual([
      'picture',
      'Exit 🚪\n',
      'image bytes',
    ])
    expect([kindOf('report.pdf'), texts.get('report.pdf')]).toEqual(['pdf', 'Insight text\n'])
  })

  it('EXP-12 has recordings with transcripts whose sync points count code points', () => {
    const { project, texts } = whole
    const [transcript] = project.sources.find(({ name }) => name === 'interview.mp4')?.transcripts ?? []
    const text = texts.get('interview.mp4') ?? ''
    expect(text).toBe('A: Where did you click? 🤔\nB: On the cafe\u0301 button. And then?\n')
    const characters = Array.from(text)
    expect(
      transcript?.points.map(({ timeMs, position }) => [timeMs, characters.slice(position).join('')]),
    ).toEqual([
      [0, text],
      [2500, 'B: On the cafe\u0301 button. And then?\n'],
      [5200, 'And then?\n'],
      [10_200, ''],
    ])
    expect(transcript?.segments).toMatchObject([
      { startMs: 0, endMs: 2500, speaker: 'A', text: 'Where did you click? 🤔' },
      { startMs: 2500, endMs: 5200, speaker: 'B', text: 'On the cafe\u0301 button.' },
      { startMs: 5200, endMs: 10_200, speaker: 'B', text: 'And then?' },
    ])
  })

  it('EXP-12 has responses as cases with variables, open answers and media', () => {
    const { project, texts } = whole
    expect(project.cases).toHaveLength(1300)
    const [first, , , fourth] = project.cases
    if (!first || !fourth) throw new Error('The project has too few cases.')
    expect(valuesOf(project, fourth)).toEqual({
      'Respondent ID': expect.any(String) as string,
      Name: 'Person 3',
      'E-mail': 'p3@example.org',
      Choice: 'Red',
      Score: '3',
    })
    const namesOf = ({ sources }: ReadCase) =>
      sources.map((guid) => project.sources.find((source) => source.guid === guid)?.name ?? '')
    expect(namesOf(first)).toEqual([`${first.name}: open answers`, 'answer.mp4'])
    expect(texts.get(`${first.name}: open answers`)).toBe('Why\nbecause 0 👍🏽\n')
    expect(texts.get('answer.mp4')).toBe('A: Said in an answer\n')
    expect(project.variables.map(({ name, type }) => [name, type])).toEqual([
      ['Respondent ID', 'Integer'],
      ['Answered at', 'DateTime'],
      ['Name', 'Text'],
      ['E-mail', 'Text'],
      ['Choice', 'Text'],
      ['Score', 'Integer'],
    ])
  })

  it('EXP-12 has labels as codes', () => {
    expect(whole.project.codes.map(({ name, color, description }) => [name, color, description])).toEqual([
      ['Plain', null, null],
      ['Pain & <gain>', '#AA0000', 'd'],
      ['Inner', null, null],
    ])
  })

  it('EXP-6 EXP-12 has no names without participant:read, and nothing that the key may not see', () => {
    expect(restricted.everything).not.toMatch(/Person \d|@example\.org/)
    expect(restricted.project.variables.map(({ name }) => name)).not.toContain('Name')
    expect(restricted.project.cases).toHaveLength(1300)
    for (const { everything, project } of [whole, restricted]) {
      expect(everything).not.toContain('Draft text')
      for (const phase of ['converted', 'transcribed', 'failed'])
        expect(everything).not.toContain(`secret of ${phase}`)
      expect(everything).toContain('secret of protected')
      expect(project.description).toContain('1 draft of other people')
      expect(project.description).toContain('1 protected recording without a verified protected version')
    }
    expect(restricted.project.description).toContain('names and e-mail addresses of 1300 respondents')
  })

  it('EXP-12 has the same identifiers in every export', () => {
    const guidsOf = ({ project }: ReadArchive) => [
      project.sources.map(({ guid }) => guid),
      project.cases.map(({ guid }) => guid),
      project.codes.map(({ guid }) => guid),
    ]
    expect(guidsOf(restricted)).toEqual(guidsOf(whole))
  })

  it('EXP-12 has only texts without originals and derived files', async () => {
    const { project, problems, files } = await exportQdpx(app, token, { projectId, contents: ['tables'] })
    expect(problems).toEqual([])
    expect(new Set(project.sources.map(({ kind }) => kind))).toEqual(new Set(['text']))
    expect(files.size).toBe(0)
    const derived = await exportQdpx(app, token, { projectId, contents: ['derived'] })
    expect(derived.problems).toEqual([])
    expect(derived.project.sources.find(({ name }) => name === 'words.docx')?.kind).toBe('pdf')
  })

  it('EXP-12 puts files that do not fit into further volumes, and resumes with them', async () => {
    const own = await makeProject(people.ada, 2)
    const place = { projectId: own, by: people.ada.user }
    const content = Buffer.alloc(700_000, 'x').toString()
    for (let i = 0; i < 3; i += 1)
      await insertReadFile(app, place, { pages: [`Page ${i}`], name: `big ${i}.pdf`, content })
    const { project, problems, volumes } = await exportQdpx(app, token, { projectId: own, qdpxMb: 1 })
    expect(problems).toEqual([])
    expect(volumes.map(({ name }) => name.slice(-8))).toEqual([expect.stringMatching(/qdpx$/), '-002.zip'])
    expect(project.sources.map(({ file }) => file?.at)).toEqual(['archive', 'elsewhere', 'elsewhere'])
    expect(project.unmatched).toEqual([
      { kind: 'file_elsewhere', count: 2, examples: ['big 1.pdf', 'big 2.pdf'] },
    ])
    expect(project.description).toContain('2 large files are in further ZIP archives')

    const api = exportsOf(app, token)
    const key = await api.begin(own, { format: 'qdpx' })
    let commits = 0
    const die = async () => {
      commits += 1
      if (commits === 2) throw new Error('killed')
    }
    const attempt = { ...soleAttempt(), advance: die, complete: die }
    await expect(exportNow(app.deps, key, { qdpxMb: 1, volumeMb: 1, attempt })).rejects.toThrow('killed')
    const before = await api.read(key)
    expect(before.as_of).not.toBeNull()
    await exportNow(app.deps, key, { qdpxMb: 1, volumeMb: 1 })
    const after = await api.read(key)
    expect(after).toMatchObject({ status: 'completed', format: 'qdpx', as_of: before.as_of })
    expect(after.volumes).toHaveLength(3)
  })

  it('EXP-12 falls back to the text of a source whose object no longer exists', async () => {
    const own = await makeProject(people.ada, 2)
    const place = { projectId: own, by: people.ada.user }
    const file = await insertReadFile(app, place, { pages: ['Left'], name: 'gone.pdf' })
    const empty = await insertReadFile(app, place, { pages: [''], name: 'nothing.pdf' })
    const { rows } = await sql<{ object_key: string }>`
      select object_key from file where key = any (${[file, empty]}::uuid[])`.execute(app.deps.db)
    await app.deps.store.remove(rows.map(({ object_key }) => object_key))
    const { project, problems, texts } = await exportQdpx(app, token, {
      projectId: own,
      contents: ['originals'],
    })
    expect(problems).toEqual([])
    expect(project.sources.map(({ kind, name }) => [kind, name])).toEqual([['text', 'gone.pdf']])
    expect(texts.get('gone.pdf')).toBe('Left\n')
    expect(project.description).toContain('2 files that no longer exist')
  })

  it('EXP-12 is valid for a project without records', async () => {
    const { project, problems } = await exportQdpx(app, token, {
      projectId: await makeProject(people.ada, 2),
    })
    expect(problems).toEqual([])
    expect(project).toMatchObject({ sources: [], cases: [], codes: [] })
  })
})

/** The same numbers for the same seed. */
function randomFrom(seed: number): (n: number) => number {
  let state = seed * 2_654_435_761
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state % n
  }
}

const pieces = [
  'word',
  'cafe\u0301',
  '😀',
  '🇩🇪',
  '👨‍👩‍👧',
  'العربية',
  '中文',
  '<&>"',
  '\r\n',
  '\t',
  '\u2028',
  '\u0007',
  'end.',
]

const generated = rounds(3, 50)

it(`EXP-12 is valid for ${generated} generated projects`, async () => {
  for (let seed = 1; seed <= generated; seed += 1) {
    const random = randomFrom(seed)
    const pick = () => pieces[random(pieces.length)] ?? ''
    const text = (max: number) => Array.from({ length: random(max) }, pick).join(' ')
    const projectId = await makeProject(people.ada, 2, { name: `Generated ${seed} 😀 <&>` })
    const place = { projectId, by: people.ada.user }
    for (let i = random(4); i > 0; i -= 1)
      await insertReadFile(app, place, {
        pages: Array.from({ length: 1 + random(3) }, () => text(30)),
        name: `${text(3)}.pdf`,
      })
    for (let i = random(3); i > 0; i -= 1)
      await insertRecordingFile(
        app,
        place,
        Array.from({ length: 1 + random(20) }, (_, n) => ({
          startMs: n * random(4000),
          text: `said ${text(8)}`,
          ...(random(3) > 0 && { speaker: `S${random(3)}` }),
        })),
        { name: `${text(2)}.mp4` },
      )
    const cell = (value: string) => `"${value.replaceAll('"', '""')}"`
    const rows = Array.from({ length: 1 + random(20) }, () =>
      [`p${random(9)}@example.org`, pick(), `${pick()};${pick()}`, String(random(11)), text(12)]
        .map(cell)
        .join(),
    )
    const surveyId = await makeSurvey(app.deps, {
      owner: { teamId: people.ada.user.team_id, userId: people.ada.user.id, keyId, projectId },
      parts: [['Email,One,Several,Score,Why', ...rows].join('\n')],
      columnMapping: {
        Email: 'Email',
        One: 'Single choice',
        Several: 'Multi choice',
        Score: 'NPS',
        Why: 'Open-ended',
      },
      autoMap: false,
    })
    await importNow(app.deps, surveyId)
    for (const as of [token, narrow]) {
      const { problems, project } = await exportQdpx(app, as, { projectId })
      expect([seed, problems]).toEqual([seed, []])
      expect(project.cases.length).toBeGreaterThan(0)
    }
  }
}, 600_000)
