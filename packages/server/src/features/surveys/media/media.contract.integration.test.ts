/** Transcripts of linked media, which the contract promises without an endpoint. */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaDescriptor } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportBench, openImportBench } from '../../../../test/harness/import-bench.ts'
import { waitFor } from '../../../../test/harness/processes.ts'
import { ffmpeg, hasSpeechSamples, speechClips } from '../../../../test/harness/recordings.ts'
import { beginSurvey, postSurvey, sendTo, surveyStatus } from '../../../../test/harness/survey-uploads.ts'

const timeout = 180_000

let bench: ImportBench
let dir: string
beforeAll(async () => {
  bench = await openImportBench()
  dir = await mkdtemp(join(tmpdir(), 'inlet-media-'))
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

interface MediaRow {
  filename: string
  status: string
  failure: string | null
  completed_at: Date | null
  text: string
}

async function readMedia(uploadKey: string): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select m.filename, m.status, m.recording_failure_code as failure, t.completed_at,
      coalesce((select string_agg(g.text, ' ' order by g.number) from transcript_segment g
        where g.recording_id = m.recording_id), '') as text
    from survey_media m join survey s on s.id = m.survey_id
      left join transcript t on t.recording_id = m.recording_id
    where s.upload_key = ${uploadKey} order by m.id`.execute(bench.app.deps.db)
  return rows
}

it('MED-6 transcribes linked media of every kind and keeps failed ones linked', {
  timeout,
}, async () => {
  const { url } = bench.app
  const names = ['mp4', 'mov', 'avi', 'm4v', 'webm', 'mp3', 'm4a', 'wav', 'aac'].map((end) => `clip.${end}`)
  const survey = await beginSurvey(url, bench.token, bench.projectId, {
    column_mapping: { Clip: 'MEDIA_RESPONSE' },
  })
  const files = [...names, 'broken.mp3']
  const registered = await postSurvey<{ media_files: MediaDescriptor[] }>(
    url,
    bench.token,
    `${survey.upload_key}/media/register`,
    { files },
  )
  const [clip] = hasSpeechSamples ? await speechClips() : []
  const source = clip ? ['-i', clip.path] : ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
  for (const media of registered.body.media_files) {
    const path = join(dir, media.filename)
    if (media.filename === 'broken.mp3') await sendTo(media, 'no sound at all')
    else {
      const isVideo = /\.(mp4|mov|avi|m4v|webm)$/.test(media.filename)
      const picture = isVideo ? ['-f', 'lavfi', '-i', 'color=size=64x36:rate=5', '-shortest'] : []
      await ffmpeg(...source, ...picture, ...(media.filename.endsWith('m4v') ? ['-f', 'mp4'] : []), path)
      await sendTo(media, await readFile(path))
    }
  }
  const [part] = survey.upload_urls
  if (!part) throw new Error('The survey has no part.')
  await sendTo(part, `Clip\n${files.join('\n')}\n`)
  expect((await postSurvey(url, bench.token, `${survey.upload_key}/complete`)).status).toBe(202)
  await waitFor(
    async () => (await surveyStatus(url, bench.token, survey.upload_key)).status === 'COMPLETED',
    timeout,
  )
  await waitFor(
    async () => (await readMedia(survey.upload_key)).every((row) => row.completed_at ?? row.failure),
    timeout,
  )
  for (const row of await readMedia(survey.upload_key)) {
    expect([row.filename, row.status]).toEqual([row.filename, 'LINKED'])
    if (row.filename === 'broken.mp3') expect(row.failure).toBe('type_mismatch')
    else expect([row.filename, row.failure]).toEqual([row.filename, null])
    if (clip && row.failure === null) expect(row.text.toLowerCase()).toContain('country')
  }
})
