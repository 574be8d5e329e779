/** One import of every kind: documents, images, recordings, a survey and its media. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaDescriptor } from '@inlet/contract'
import { sql } from 'kysely'
import { textShape, writePptx } from '../../../processors/test/fixtures/pptx.ts'
import { jobs } from '../../src/app/jobs.ts'
import type { ImportBench } from './import-bench.ts'
import { type Import, readOutcome } from './imports.ts'
import { ffmpeg } from './recordings.ts'
import { beginSurvey, postSurvey, sendTo, surveyStatus } from './survey-uploads.ts'

export interface KindsOfFiles {
  documents: Record<string, Buffer>
  images: Record<string, Buffer>
  recordings: Record<string, Buffer>
  media: Record<string, Buffer>
}

/** Good files, among them the formats whose converters do not report a full disk. */
export async function makeGoodFiles(dir: string): Promise<KindsOfFiles> {
  const make = async (name: string, ...args: string[]) => {
    await ffmpeg(...args, join(dir, name))
    return readFile(join(dir, name))
  }
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=10', '-t', '2']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440', '-t', '2']
  return {
    documents: {
      'slides.pptx': writePptx([{ shapes: textShape('An ordinary slide') }]),
      'note.txt': Buffer.from('An ordinary note.\n'.repeat(500)),
    },
    images: { 'scan.tiff': await make('scan.tiff', ...picture, '-frames:v', '1') },
    recordings: {
      'talk.avi': await make('talk.avi', ...picture, ...sound, '-shortest'),
      'screen.webm': await make('screen.webm', ...picture, '-c:v', 'libvpx', '-b:v', '1M'),
    },
    media: { 'answer.mp3': await make('answer.mp3', ...sound) },
  }
}

export interface StartedImports {
  files: { name: string; one: Import }[]
  surveyKey: string
}

export async function importEveryKind(bench: ImportBench, files: KindsOfFiles): Promise<StartedImports> {
  const started: StartedImports['files'] = []
  const all = { ...files.documents, ...files.images, ...files.recordings }
  for (const [name, content] of Object.entries(all)) {
    started.push({ name, one: await bench.importFile(name, new Blob([new Uint8Array(content)])) })
  }
  return { files: started, surveyKey: await importSurvey(bench, files.media) }
}

async function importSurvey({ app, token, projectId }: ImportBench, media: KindsOfFiles['media']) {
  const survey = await beginSurvey(app.url, token, projectId, { column_mapping: { Clip: 'MEDIA_RESPONSE' } })
  const names = Object.keys(media)
  const { body } = await postSurvey<{ media_files: MediaDescriptor[] }>(
    app.url,
    token,
    `${survey.upload_key}/media/register`,
    { files: names },
  )
  for (const file of body.media_files) await sendTo(file, Buffer.from(media[file.filename] ?? ''))
  const [part] = survey.upload_urls
  if (!part) throw new Error('The survey has no part.')
  await sendTo(part, `Clip\n${names.join('\n')}\n`)
  const { status } = await postSurvey(app.url, token, `${survey.upload_key}/complete`)
  if (status !== 202) throw new Error(`Completing the survey failed with status ${status}.`)
  return survey.upload_key
}

export interface KindOutcome {
  name: string
  state: string
  failure: string | null
}

/** The state of every import; media files are completed when their transcript is. */
export async function readEveryKind(bench: ImportBench, started: StartedImports): Promise<KindOutcome[]> {
  const { db } = bench.app.deps
  const files = await Promise.all(
    started.files.map(async ({ name, one }) => {
      const { state, failure_code: failure } = await readOutcome(db, one)
      return { name, state, failure }
    }),
  )
  const survey = await surveyStatus(bench.app.url, bench.token, started.surveyKey)
  const { rows: media } = await sql<KindOutcome>`
    select m.filename as name, m.recording_failure_code as failure,
      case when m.recording_failure_code is not null then 'error' when t.completed_at is not null then 'completed'
        else 'processing' end as state
    from survey_media m join survey s on s.id = m.survey_id left join transcript t on t.recording_id = m.recording_id
    where s.upload_key = ${started.surveyKey}`.execute(db)
  const failure = survey.error_details.code ?? null
  return [...files, { name: 'survey', state: survey.status.toLowerCase(), failure }, ...media]
}

export const isEnded = ({ state }: KindOutcome) => ['completed', 'error', 'failed'].includes(state)

export interface LostAttempts {
  kind: string
  key: string
  lost: number
}

/** Jobs with fewer attempts left than when they started. */
export async function readLostAttempts(bench: ImportBench): Promise<LostAttempts[]> {
  const { rows } = await sql<{ kind: string; key: string; left: number }>`
    select name as kind, singleton_key as key, retry_limit - retry_count as left from job.job
    where name <> 'dead-letter' and singleton_key is not null`.execute(bench.app.deps.db)
  return rows.flatMap(({ kind, key, left }) => {
    const lost = (jobs.find(({ name }) => name === kind)?.retryLimit ?? 0) - left
    return lost > 0 ? [{ kind, key, lost }] : []
  })
}
