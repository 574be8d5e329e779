/** Fills a system through its public API. Existing imports are skipped, so running it again adds nothing. */
import { ImportFailedError, Inlet, type Project } from '@inlet/sdk'
import { type MadeFile, makeDamaged, makeDocuments, makeReport } from './documents.ts'
import { makePictures } from './pictures.ts'
import { makeRecordings } from './recordings.ts'
import { columnMapping, makeResponses } from './survey.ts'
import type { Target } from './target.ts'

const surveyName = 'Customer survey, October'

export interface Filled {
  added: number
  alreadyHere: number
  hasSpeech: boolean
}

export async function fill(target: Target, say: (line: string) => void): Promise<Filled> {
  const inlet = new Inlet({
    baseUrl: target.url,
    clientId: target.clientId,
    clientSecret: target.clientSecret,
    userAgent: 'inlet-demo',
  })
  const here = await readNames(inlet)
  const count = { added: 0, alreadyHere: 0 }
  const study = await projectCalled(inlet, 'Checkout study')
  const survey = await projectCalled(inlet, 'Customer survey')
  const calls = await projectCalled(inlet, 'Pricing calls')

  /** Undefined if it already exists. */
  const once = async (project: Project, name: string, add: () => Promise<unknown>): Promise<void> => {
    if (here.has(`${project.id}/${name}`)) {
      count.alreadyHere += 1
      return
    }
    await add()
    count.added += 1
    say(`  ${project.name}: ${name}`)
  }
  const start = async (project: Project, { name, make }: MadeFile) =>
    inlet.files.import(await make(), { projectId: project.id, name })
  const document = (made: MadeFile) => once(study, made.name, async () => (await start(study, made)).done())
  /** Not awaited, because transcription takes long and the demo should show an import that is still processing. */
  const recording = (project: Project, made: MadeFile) =>
    once(project, made.name, async () => {
      const handle = await start(project, made)
      await handle.accepted()
      handle.cancel()
    })

  const report = makeReport()
  const damaged = makeDamaged()
  const recordings = makeRecordings()
  // First, so that it processes while the rest is imported, and is the oldest in every list.
  await recording(calls, recordings.long)
  await Promise.all([
    ...[...makeDocuments(), ...makePictures()].map(document),
    once(study, report.name, async () =>
      inlet.insights
        .import(await report.make(), { projectId: study.id, name: report.name, shouldPublish: true })
        .done(),
    ),
    once(calls, damaged.name, async () => {
      const handle = await start(calls, damaged)
      await handle.done().catch((error: unknown) => {
        if (!(error instanceof ImportFailedError)) throw error
      })
    }),
    once(survey, surveyName, () => importSurvey(inlet, survey, recordings.notes)),
    ...recordings.finished.map((made) => recording(study, made)),
  ])
  return { ...count, hasSpeech: recordings.hasSpeech }
}

async function importSurvey(inlet: Inlet, project: Project, notes: readonly MadeFile[]): Promise<void> {
  const media: File[] = []
  for (const { name, make } of notes) media.push(new File([new Uint8Array(await make())], name))
  const responses = makeResponses(notes.map(({ name }) => name))
  const idempotencyKey = `demo-survey-${project.id}`
  await inlet.surveys
    .import(responses, { projectId: project.id, name: surveyName, columnMapping, media, idempotencyKey })
    .done()
}

async function readNames(inlet: Inlet): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { project_id, name, status } of inlet.files.list())
    if (status !== 'pending_upload') names.add(`${project_id}/${name}`)
  for await (const { project_id, name } of inlet.insights.list()) names.add(`${project_id}/${name}`)
  for await (const { project_id, survey_name } of inlet.surveys.list())
    names.add(`${project_id}/${survey_name}`)
  return names
}

async function projectCalled(inlet: Inlet, name: string): Promise<Project> {
  for await (const project of inlet.projects.list()) if (project.name === name) return project
  return inlet.projects.create({ name, project_share_preference: 2 })
}
