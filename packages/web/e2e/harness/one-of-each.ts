/** A project with one import of every kind, all of which say "country"; the recording only where there are speech samples. */
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDocuments, makeReport } from '../../../../scripts/demo/documents.ts'
import { makePictures } from '../../../../scripts/demo/pictures.ts'
import { makeRecordings } from '../../../../scripts/demo/recordings.ts'
import { columnMapping, makeResponses } from '../../../../scripts/demo/survey.ts'
import { csv, importSurvey } from './surveys.ts'
import { ask, sendTo } from './workspace.ts'

export interface OneOfEach {
  project: number
  document: string
  image: string
  recording: string
  insight: string
  survey: string
  hasSpeech: boolean
}

type Begun = Parameters<typeof sendTo>[0] & { wav_key: string; insight_key: string }

export async function importOneOfEach(name: string, isPrivate = false): Promise<OneOfEach> {
  const share = isPrivate ? { project_share_preference: 1 } : {}
  const { id: project } = await ask<{ id: number }>('POST', '/projects', { name, ...share })
  const [notes] = makeDocuments()
  const [wall] = makePictures()
  const { notes: spoken, hasSpeech } = makeRecordings()
  const said = spoken[3] ?? spoken[0]
  if (!notes || !wall || !said) throw new Error('The demo lacks a document, a picture or a recording.')
  const responses = makeResponses([]).slice(0, 80)
  const header = Object.keys(columnMapping)
  const rows = responses.map((response) => header.map((column) => response[column] ?? ''))
  const [document, image, recording, insight, survey] = await Promise.all([
    importThing('file', project, notes),
    importThing('file', project, wall),
    importThing('file', project, said),
    importThing('insight', project, makeReport()),
    importSurvey(project, {
      name: `Survey of ${name}`,
      parts: [csv([header, ...rows])],
      columns: { ...columnMapping, 'Voice note': 'Do nothing' },
      isForPanel: true,
    }),
  ])
  return { project, document, image, recording, insight, survey, hasSpeech }
}

interface Made {
  name: string
  make: () => Uint8Array | Promise<Uint8Array>
}

async function importThing(kind: 'file' | 'insight', project: number, { name, make }: Made): Promise<string> {
  const named = kind === 'file' ? { file_name: name } : { filename: name }
  const begun = await ask<Begun>('POST', `/${kind}s`, { project_id: project, ...named })
  const key = kind === 'file' ? begun.wav_key : begun.insight_key
  await sendTo(begun, new Uint8Array(await make()))
  await ask('POST', `/${kind}s/${key}/complete`, kind === 'insight' ? { should_publish: true } : undefined)
  for (;;) {
    const { status } = await ask<{ status: string }>('GET', `/imports/${kind}/${key}`)
    if (status === 'ready') return key
    if (status === 'failed') throw new Error(`The import of ${name} failed.`)
    await sleep(300)
  }
}
