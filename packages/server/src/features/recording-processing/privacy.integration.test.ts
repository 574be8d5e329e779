/** Privacy settings of a project through the whole service, from the upload to the protected version. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { callApi, type Import, waitForFinal } from '../../../test/harness/imports.ts'
import { canaryOf, startLeakMonitor } from '../../../test/harness/leak-monitor.ts'
import {
  makePrivateProject,
  readPrivateState,
  secretTalk,
  spokenSecrets,
  textOf,
  transcribe,
} from '../../../test/harness/private-recordings.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { readSegments } from '../../../test/harness/recordings.ts'
import { exportTranscript, transcriptFormats } from './export-transcript.ts'

const timeout = 300_000
let bench: ImportBench
let dir: string
let talk: string
beforeAll(async () => {
  bench = await openImportBench()
  dir = await mkdtemp(join(tmpdir(), 'inlet-privacy-'))
  talk = await secretTalk(dir, 'talk.wav')
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const db = () => bench.app.deps.db
const status = async ({ key }: Import) =>
  (await (await callApi(bench.app.url, bench.token, `/files/${key}/status`)).json()) as {
    status: string
    file_url: string | null
    error_reason?: string
    notices?: string[]
  }

async function download({ key }: Import): Promise<string> {
  const { file_url } = await status({ key } as Import)
  const path = join(dir, `${key}-${Date.now()}`)
  const answer = await fetch(file_url ?? '')
  expect(answer.status).toBe(200)
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  return path
}

const secretWords = spokenSecrets.flatMap(({ words }) => words)
const digits = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9 ]/g, '')
const understood = (text: string) => secretWords.filter((word) => digits(text).includes(word))

describe('a protected recording', () => {
  it('is closed until personal data is removed from its transcript and sound', { timeout }, async () => {
    expect(understood(textOf(await transcribe(dir, talk))).length).toBeGreaterThanOrEqual(4)
    const projectId = await makePrivateProject(bench, { redact_pii: true })
    const one = await bench.importFile('talk.wav', await openAsBlob(talk), { projectId })
    const monitor = await startLeakMonitor(bench)
    const original = await readFile(talk)
    monitor.watch(one, canaryOf(original, /jennifer|thompson|chicago|margaret/i, 'jennifer'))
    await waitForFinal(db(), [one], timeout)
    const { rounds: before } = monitor
    await waitFor(async () => monitor.rounds >= before + 2, timeout)
    await monitor.close()
    expect(await status(one)).toMatchObject({ status: 'completed' })
    expect(monitor.leaks).toEqual([])

    const segments = await readSegments(db(), one)
    expect(understood(textOf(segments))).toEqual([])
    expect(textOf(segments)).toMatch(/\[name\].*\[phone\]/s)
    expect(textOf(segments)).toContain('weather')
    const { recording_id, closed_recording_id, privacy, object_key } = await readPrivateState(db(), one)
    expect(closed_recording_id).toBeNull()
    expect(privacy).toMatchObject({ settings: { redact_pii: true }, sound: 'kept', analyzers: ['local'] })
    for (const format of transcriptFormats) {
      expect(understood((await exportTranscript(db(), recording_id ?? 0, format)) ?? '')).toEqual([])
    }
    const path = await download(one)
    expect((await readFile(path)).equals(original)).toBe(false)
    const spoken = textOf(await transcribe(dir, path))
    expect(understood(spoken)).toEqual([])
    expect(spoken.toLowerCase()).toContain('weather')
    // The original is kept; the closed recording is deleted.
    expect(await bench.app.deps.store.head(object_key)).not.toBeNull()
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from transcript_segment where text ilike '%jennifer%'`.execute(db())
    expect(rows[0]?.n).toBe(0)
  })
})
