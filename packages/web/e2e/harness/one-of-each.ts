/**
 * A project with one import of every kind, each containing the word "country". The recording does only when speech
 * samples are installed.
 */
import { makeDocuments, makeReport } from '../../../../scripts/demo/documents.ts'
import { makePictures } from '../../../../scripts/demo/pictures.ts'
import { makeRecordings } from '../../../../scripts/demo/recordings.ts'
import { columnMapping, makeResponses } from '../../../../scripts/demo/survey.ts'
import { importFile } from './import-files.ts'
import { csv, importSurvey } from './surveys.ts'
import { ask } from './workspace.ts'

export interface OneOfEach {
  project: number
  document: string
  image: string
  recording: string
  insight: string
  survey: string
  hasSpeech: boolean
}

export async function importOneOfEach(name: string, isPrivate = false): Promise<OneOfEach> {
  const share = isPrivate ? { project_share_preference: 1 } : {}
  const { id: project } = await ask<{ id: number }>('POST', '/projects', { name, ...share })
  const [notes] = makeDocuments()
  const [wall] = makePictures()
  const { notes: spoken, hasSpeech } = makeRecordings()
  const said = spoken[3] ?? spoken[0]
  if (!notes || !wall || !said) throw new Error('The demo has no document, image or recording.')
  const responses = makeResponses([]).slice(0, 80)
  const header = Object.keys(columnMapping)
  const rows = responses.map((response) => header.map((column) => response[column] ?? ''))
  const [document, image, recording, insight, survey] = await Promise.all([
    importMade(project, notes),
    importMade(project, wall),
    importMade(project, said),
    importMade(project, makeReport(), 'insight'),
    importSurvey(project, {
      name: `Survey of ${name}`,
      parts: [csv([header, ...rows])],
      columns: { ...columnMapping, 'Voice note': 'Do nothing' },
      addsParticipants: true,
    }),
  ])
  return { project, document, image, recording, insight, survey, hasSpeech }
}

interface Made {
  name: string
  make: () => Uint8Array | Promise<Uint8Array>
}

const importMade = async (project: number, { name, make }: Made, kind: 'file' | 'insight' = 'file') =>
  importFile(project, { name, buffer: await make() }, { kind })
