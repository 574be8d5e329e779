/** Recordings that are transcribed again, by real workers with the local speech engine, which speaks English only. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@inlet/contract'
import type { Recording } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { callApi, type Import, waitForFinal } from '../../../test/harness/imports.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { ffmpeg, hasSpeechSamples, readSegments, speechClips } from '../../../test/harness/recordings.ts'
import { makeVisitor, type Visitor, visitAs } from '../../../test/harness/visitors.ts'
import { expireLeases, skipRetryDelays } from '../../../test/harness/worker-recovery.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { Team } from '../team/team.repo.ts'

const timeout = 300_000

let bench: ImportBench
let dir: string
let visitor: Visitor

beforeAll(async () => {
  bench = await openImportBench()
  dir = await mkdtemp(join(tmpdir(), 'inlet-again-'))
  visitor = await visitAs(bench.app, bench.user)
}, timeout)
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const db = () => bench.app.deps.db
const path = ({ key }: Import, rest = '') => `/recordings/file/${key}${rest}`
const read = (one: Import) => visitor.read<Recording>(path(one))
const again = (one: Import, language: string, by = visitor) =>
  by.post(path(one, '/transcription'), { language })
const cancel = (one: Import) => visitor.call('DELETE', path(one, '/transcription'))

async function importClip(project?: number): Promise<Import> {
  const [clip] = await speechClips()
  if (!clip) throw new Error('There is no clip.')
  const into = project === undefined ? {} : { projectId: project }
  const one = await bench.importFile(clip.name, await openAsBlob(clip.path), into)
  const [outcome] = await waitForFinal(db(), [one], timeout)
  expect(outcome?.state).toBe('completed')
  return one
}

const textsOf = async (one: Import) => (await readSegments(db(), one)).map(({ text }) => text)
const found = async (words: string) => {
  const { counts } = await visitor.read<{ counts: { transcript: number } }>(
    `/search?q=${encodeURIComponent(words)}`,
  )
  return counts.transcript
}

describe.runIf(hasSpeechSamples)('a recording that is transcribed again', () => {
  it('gets a new transcript without corrections and names, which is searched', { timeout }, async () => {
    const one = await importClip()
    const before = await read(one)
    const texts = await textsOf(one)
    const edit = { lines: [{ number: 0, version: 0, text: 'A zweckfremder correction' }] }
    expect((await visitor.call('PATCH', path(one, '/transcript'), edit)).status).toBe(200)
    await visitor.post(path(one, '/speakers'), { lines: [{ first: 0, last: 0, name: 'Nia' }] })
    await waitFor(async () => (await found('zweckfremder')) === 1)

    expect((await again(one, 'en-GB')).status).toBe(202)
    expect((await read(one)).again).toMatchObject({ language: 'en-GB', failure: null })
    expect((await read(one)).status).toBe('ready')
    await waitFor(async () => (await read(one)).again === null)
    const after = await read(one)
    expect(after.transcript).toMatchObject({ language: 'en-GB', engine: 'local', is_whole: true })
    expect(after.transcript?.version).toBeGreaterThan(1)
    expect(after.transcript?.names_version).toBeGreaterThan(before.transcript?.names_version ?? 0)
    expect(after.speakers.every(({ name }) => name === null)).toBe(true)
    expect(await textsOf(one)).toEqual(texts)
    await waitFor(async () => (await found('zweckfremder')) === 0)
    await waitFor(async () => {
      const { rows } = await sql<{ indexed: boolean }>`
        select t.indexed_at is not null as indexed from transcript t join file f using (recording_id)
        where f.key = ${one.key}`.execute(db())
      return rows[0]?.indexed === true
    })
  })

  it('keeps its transcript in a language that no engine supports, and says so', { timeout }, async () => {
    const one = await importClip()
    const texts = await textsOf(one)
    expect((await again(one, 'de-DE')).status).toBe(202)
    await waitFor(async () => (await read(one)).again?.failure !== null)
    const { again: failed, status, transcript } = await read(one)
    expect(failed?.failure).toMatchObject({ code: 'language_unsupported' })
    expect(failed?.failure?.message).toContain('German (Germany) (de-DE)')
    expect(status).toBe('ready')
    expect(transcript?.language).toBe('en-US')
    expect(await textsOf(one)).toEqual(texts)
    expect((await cancel(one)).status).toBe(204)
    expect((await cancel(one)).status).toBe(204)
    expect((await read(one)).again).toBeNull()
  })

  it('is transcribed once if it is asked for twice, and not at all if it is cancelled', {
    timeout,
  }, async () => {
    const one = await importClip()
    for (const worker of bench.workers.splice(0)) await stopProcess(worker)
    const answers = await Promise.all([again(one, 'en-GB'), again(one, 'en-AU')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    expect((await cancel(one)).status).toBe(204)
    const { rows } =
      await sql`select from job.job where name = 'transcribe-again' and state < 'completed'`.execute(db())
    expect(rows).toEqual([])
    expect((await again(one, 'en-NZ')).status).toBe(202)
    // A killed worker changes nothing, and the next one starts again.
    const killed = bench.startWorker()
    await waitFor(async () => ((await read(one)).again?.percent ?? 100) > 0)
    await stopProcess(killed, 'SIGKILL')
    expect((await read(one)).transcript?.language).toMatch(/^en-(US|NZ)$/)
    await expireLeases(db())
    bench.startWorker()
    await waitFor(async () => {
      await skipRetryDelays(db())
      return (await read(one)).again === null
    }, timeout)
    expect((await read(one)).transcript?.language).toBe('en-NZ')
  })

  it('is refused if it has no sound, is protected or being processed, and to viewers', {
    timeout,
  }, async () => {
    const silent = join(dir, 'silent.mp4')
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc=duration=1:size=320x180:rate=5', '-c:v', 'libx264', silent)
    const film = await bench.importFile('silent.mp4', await openAsBlob(silent))
    await waitForFinal(db(), [film], timeout)
    const made = await callApi(bench.app.url, bench.token, '/projects/create', {
      name: 'Protected',
      redact_pii: true,
    })
    const { id } = (await made.json()) as { id: number }
    const closed = await importClip(id)
    for (const one of [film, closed]) {
      expect((await read(one)).can_transcribe_again).toBe(false)
      const refused = await again(one, 'en-GB')
      expect([refused.status, await refused.json()]).toMatchObject([
        409,
        { code: 'transcription_not_possible' },
      ])
    }
    const open = await importClip()
    expect((await read(open)).can_transcribe_again).toBe(true)
    expect((await again(open, 'english')).status).toBe(400)
    const { rows } = await sql<Team>`select * from team where id = ${bench.user.team_id}`.execute(db())
    const { visitor: viewer } = await makeVisitor(bench.app, { team: onlyRow(rows), role: roles.viewer })
    expect((await again(open, 'en-GB', viewer)).status).toBe(403)
    const { visitor: stranger } = await makeVisitor(bench.app, { role: roles.admin })
    expect((await again(open, 'en-GB', stranger)).status).toBe(404)
  })
})
