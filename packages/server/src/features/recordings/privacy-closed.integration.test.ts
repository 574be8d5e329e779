/** A private recording stays closed, whatever goes wrong; and settings count as they were when the import began. */
import { execFile } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort, testEnv } from '../../../test/harness/config.ts'
import { isFull, rounds } from '../../../test/harness/full.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import {
  beginImport,
  callApi,
  completeImport,
  type Import,
  makeProject,
  uploadTo,
  waitForFinal,
} from '../../../test/harness/imports.ts'
import { loseLeases, skipRetryDelays } from '../../../test/harness/lost-workers.ts'
import {
  findOpenings,
  hear,
  makePrivateProject,
  readPrivateState,
  speakSentences,
  textOf,
} from '../../../test/harness/private-recordings.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { ffmpeg, readRecording, readSegments } from '../../../test/harness/recordings.ts'
import { addMedia, importNow, makeSurvey, makeSurveyOwner } from '../../../test/harness/surveys.ts'

const run = promisify(execFile)
const timeout = 1_800_000
let bench: ImportBench
let dir: string
let talk: Blob
beforeAll(async () => {
  bench = await openImportBench({ workers: 0 })
  dir = await mkdtemp(join(tmpdir(), 'inlet-closed-'))
  talk = await openAsBlob(
    await speakSentences(dir, 'talk.mp4', ['My name is Jennifer Thompson and I like tea.']),
  )
})
afterEach(async () => {
  for (const worker of bench.workers.splice(0)) await stopProcess(worker, 'SIGKILL')
  await loseLeases(bench.app.deps.db)
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const db = () => bench.app.deps.db
const redacting = { redact_pii: true }

const status = async ({ key }: Import) =>
  (await (await callApi(bench.app.url, bench.token, `/files/${key}/status`)).json()) as {
    status: string
    file_url: string | null
    error_reason?: string
    notices?: string[]
  }

async function settle(one: Import): Promise<string> {
  await waitFor(
    async () => {
      await skipRetryDelays(db())
      expect(await findOpenings(bench, one)).toEqual([])
      return ['completed', 'error'].includes((await status(one)).status)
    },
    timeout,
    300,
  )
  return (await status(one)).status
}

/** Nothing of it is left but the upload, and that is shown to nobody. */
async function expectClosed(one: Import, code: string) {
  expect(await settle(one)).toBe('error')
  const state = await readPrivateState(db(), one)
  expect(state).toMatchObject({ failure_code: code, recording_id: null, closed_recording_id: null })
  expect(await status(one)).toMatchObject({ file_url: null, error_reason: expect.stringContaining('. ') })
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from transcript_segment where text ilike '%jennifer%'
      and recording_id not in (select recording_id from file where recording_id is not null)`.execute(db())
  expect(rows[0]?.n).toBe(0)
}

describe('settings', () => {
  it('count as they were when the import began', { timeout }, async () => {
    const on = await makePrivateProject(bench, redacting)
    const off = await makeProject(bench.app.url, bench.token)
    const begun = await beginImport(bench.app.url, bench.token, on, 'files', 'on.mp4')
    const plain = await beginImport(bench.app.url, bench.token, off, 'files', 'off.mp4')
    await sql`update project set auto_pii_enabled = false, privacy = '{}' where id = ${on}`.execute(db())
    await sql`update project set auto_pii_enabled = true, privacy = '{"remove_audio": true}' where id = ${off}`.execute(
      db(),
    )
    for (const one of [begun, plain]) {
      await uploadTo(one, talk)
      await completeImport(bench.app.url, bench.token, one)
    }
    expect((await status(begun)).file_url).toBeNull()
    expect((await status(plain)).file_url).not.toBeNull()
    bench.startWorker()
    await waitForFinal(db(), [begun, plain], timeout)
    expect(textOf(await readSegments(db(), begun))).toContain('[name]')
    expect(textOf(await readSegments(db(), plain))).toContain('Jennifer')
    const shown = await readRecording(db(), begun)
    expect(new URL((await status(begun)).file_url ?? '').pathname).toContain(shown?.rendition_key ?? '-')
  })

  it('do nothing without the switch, and where it is off', { timeout }, async () => {
    const projectId = await makePrivateProject(bench, {
      ...redacting,
      remove_audio: true,
      auto_pii_enabled_at_project_level: false,
    })
    const one = await bench.importFile('off.mp4', talk, { projectId })
    expect((await status(one)).file_url).not.toBeNull()
    bench.startWorker()
    await waitForFinal(db(), [one], timeout)
    expect(textOf(await readSegments(db(), one))).toContain('Jennifer')
    expect((await readPrivateState(db(), one)).privacy).toBeNull()
  })

  it('that remove the sound leave no transcript; the upload goes where the team wants that', {
    timeout,
  }, async () => {
    const projectId = await makePrivateProject(bench, { remove_audio: true, blank_video: true })
    await sql`update team set deletes_originals = true where id = (select team_id from project where id = ${projectId})`.execute(
      db(),
    )
    const one = await bench.importFile('silent.mp4', talk, { projectId })
    bench.startWorker()
    expect(await settle(one)).toBe('completed')
    await sql`update team set deletes_originals = false`.execute(db())
    expect((await status(one)).notices).toEqual([expect.stringContaining('remove the sound')])
    expect(await readRecording(db(), one)).toMatchObject({
      engine: 'none',
      has_video: true,
      peak_count: null,
    })
    expect(await readSegments(db(), one)).toEqual([])
    const state = await readPrivateState(db(), one)
    expect(state).toMatchObject({
      original_deleted_at: expect.any(Date),
      privacy: { picture: 'blank', sound: 'removed' },
    })
    const { rows } =
      await sql`select from object_trash where object_key = ${state.object_key} and due_at <= now()`.execute(
        db(),
      )
    expect(rows).toHaveLength(1)
  })

  it('act on media of surveys too', { timeout }, async () => {
    const { deps } = bench.app
    const owner = await makeSurveyOwner(deps)
    await sql`
      update project set auto_pii_enabled = true, privacy = '{"redact_pii": true}' where id = ${owner.projectId}`.execute(
      db(),
    )
    const id = await makeSurvey(deps, {
      owner,
      parts: ['Clip\nclip.mp4\n'],
      columnMapping: { Clip: 'MEDIA_RESPONSE' },
      autoMap: false,
    })
    await addMedia(deps, id, 'clip.mp4', Buffer.from(await talk.arrayBuffer()))
    expect((await importNow(deps, id)).status).toBe('COMPLETED')
    bench.startWorker()
    const read = async () => {
      const { rows } = await sql<{
        recording_id: number | null
        recording_failure_code: string | null
        text: string | null
      }>`
        select m.recording_id, m.recording_failure_code,
          (select string_agg(text, ' ') from transcript_segment where recording_id = m.recording_id) as text
        from survey_media m where m.survey_id = ${id}`.execute(db())
      return rows[0]
    }
    await waitFor(
      async () => ((await read())?.recording_id ?? (await read())?.recording_failure_code ?? null) !== null,
      timeout,
      300,
    )
    expect((await read())?.text).toContain('[name]')
    expect((await read())?.text).not.toContain('Jennifer')
  })
})

describe('a private recording stays closed', () => {
  it('when an analyzer is down', { timeout }, async () => {
    const projectId = await makePrivateProject(bench, redacting)
    const one = await bench.importFile('a.mp4', talk, { projectId })
    bench.startWorker({
      INLET_PRIVACY_PRESIDIO_URL: `http://127.0.0.1:${await freePort()}`,
      INLET_LOG_LEVEL: 'fatal',
    })
    await expectClosed(one, 'analyzer_unreachable')
  })

  it('when a detector is not there', { timeout }, async () => {
    const models = join(dir, 'models')
    await mkdir(models)
    const all = testEnv('')['INLET_MODELS_DIR'] ?? ''
    for (const name of ['moonshine-tiny-en', 'silero_vad_v6.onnx'])
      await symlink(join(all, name), join(models, name))
    const projectId = await makePrivateProject(bench, { anonymize_video: 'blur_faces' })
    const one = await bench.importFile('b.mp4', talk, { projectId })
    bench.startWorker({ INLET_MODELS_DIR: models, INLET_LOG_LEVEL: 'fatal' })
    await expectClosed(one, 'detector_missing')
  })

  it.runIf(isFull)('when the disk of the worker is full', { timeout }, async (test) => {
    const workDir = join(dir, 'small-disk')
    await mkdir(workDir, { mode: 0o711 })
    const room = join(workDir, 'filler')
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=80m,mode=0711', 'tmpfs', workDir])
    } catch {
      test.skip('disks cannot be mounted here')
    }
    try {
      const projectId = await makePrivateProject(bench, { ...redacting, audio_modulation: true })
      const one = await bench.importFile('d.mp4', talk, { projectId })
      const worker = bench.startWorker({ INLET_WORK_DIR: workDir, INLET_LOG_LEVEL: 'fatal' })
      await waitFor(
        async () => (await readPrivateState(db(), one)).closed_recording_id !== null,
        timeout,
        100,
      )
      // It ends in the middle, when nothing more fits.
      await writeFile(room, Buffer.alloc(100e6)).catch(() => {})
      // As long as there is no room, attempts fail; nothing opens meanwhile.
      const until = Date.now() + rounds(6_000, 30_000)
      while (Date.now() < until) {
        await skipRetryDelays(db())
        if ((await status(one)).status === 'completed') break
        expect(await findOpenings(bench, one)).toEqual([])
        await sleep(300)
      }
      await rm(room, { force: true })
      expect(await settle(one)).toMatch(/completed|error/)
      if ((await status(one)).status === 'completed')
        expect(textOf(await readSegments(db(), one))).toContain('[name]')
      await stopProcess(worker, 'SIGKILL')
    } finally {
      await run('umount', ['-l', workDir]).catch(() => {})
    }
  })

  it('when nothing of it would be left', { timeout }, async () => {
    const projectId = await makePrivateProject(bench, { remove_audio: true, remove_video: true })
    const one = await bench.importFile('c.mp4', talk, { projectId })
    bench.startWorker()
    await expectClosed(one, 'nothing_left')
  })

  it('when its file is cut off anywhere', { timeout }, async () => {
    const path = join(dir, 'stream.webm')
    await ffmpeg(
      '-i',
      join(dir, 'talk.mp4'),
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-c:a',
      'libopus',
      path,
    )
    const whole = await openAsBlob(path)
    const projectId = await makePrivateProject(bench, { ...redacting, anonymize_video: 'blur_entire_video' })
    bench.startWorker()
    const imports: Import[] = []
    for (let i = 0; i < rounds(3, 100); i += 1) {
      const end = Math.ceil(whole.size * Math.random())
      imports.push(await bench.importFile(`cut-${i}.webm`, whole.slice(0, end), { projectId }))
    }
    for (const one of imports) {
      // Whatever could be read of it is protected; the rest ends in error.
      if ((await settle(one)) === 'error') expect((await status(one)).file_url).toBeNull()
      else expect(textOf(await readSegments(db(), one))).not.toMatch(/jennifer|thompson/i)
    }
  })

  it('when its worker is killed, and goes on afterwards', { timeout }, async () => {
    const projectId = await makePrivateProject(bench, { ...redacting, blank_video: true })
    const kills = rounds(3, 100)
    let done = 0
    while (done < kills) {
      const one = await bench.importFile('killed.mp4', talk, { projectId })
      for (let i = 0; i < Math.min(10, kills) && done < kills; i += 1) {
        const worker = bench.startWorker({ INLET_LOG_LEVEL: 'fatal' })
        await sleep(1_500 + Math.random() * 7_000)
        await stopProcess(worker, 'SIGKILL')
        done += 1
        expect(await findOpenings(bench, one)).toEqual([])
        await loseLeases(db())
        await skipRetryDelays(db())
      }
      const last = bench.startWorker()
      expect(await settle(one)).toBe('completed')
      await stopProcess(last, 'SIGKILL')
      expect(textOf(await readSegments(db(), one))).toContain('[name]')
      const { file_url } = await status(one)
      const path = join(dir, `killed-${done}.mp4`)
      await ffmpeg('-i', file_url ?? '', '-c', 'copy', path)
      expect(textOf(await hear(dir, path))).not.toMatch(/jennifer|thompson/i)
    }
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from file where closed_recording_id is not null`.execute(db())
    expect(rows[0]?.n).toBe(0)
    process.stdout.write(`privacy kills=${kills} openings=0\n`)
  })
})
