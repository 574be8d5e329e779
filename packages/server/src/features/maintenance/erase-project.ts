/**
 * Removes a project with everything in it. Step by step, each step a transaction: a process that dies on the way leaves
 * a project that is closed and partly empty, and the same command goes on. Objects are marked for removal in the step
 * that removes their rows.
 */
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { deleteExtractions } from '../extraction/extraction.public.ts'
import { deleteProjectFiles, processFile, protectFile, transcribeFile } from '../files/files.public.ts'
import { deleteProjectInsights, processInsight } from '../insights/insights.public.ts'
import { deleteRecordings } from '../recordings/recordings.public.ts'
import { deleteTexts } from '../search/search.public.ts'
import { eraseSurvey, listProjectSurveys } from '../surveys/surveys.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { emptyTrash } from './empty-trash.ts'
import { closeProject, deleteEmptyProject } from './erase.repo.ts'

export interface ErasedProject {
  insights: number
  files: number
  surveys: number
  responses: number
  searchEntries: number
  panelists: number
  media: number
  jobs: number
  objects: number
  /** A backup is under way: the objects go with the next sweep. */
  isRemovalHeld: boolean
}

const recordsAtOnce = 100
const rounds = 20

export async function eraseProject(
  deps: { db: Db; store: ObjectStore },
  projectId: number,
): Promise<ErasedProject> {
  const { db } = deps
  const erased = {
    insights: 0,
    files: 0,
    surveys: 0,
    responses: 0,
    searchEntries: 0,
    panelists: 0,
    media: 0,
    jobs: 0,
    objects: 0,
  }
  const add = (more: Partial<typeof erased>) => {
    for (const [name, count] of Object.entries(more)) erased[name as keyof typeof erased] += count
  }
  await closeProject(db, projectId)
  for (let round = 0; ; round += 1) {
    while (await step(db, (tx) => eraseInsights(tx, projectId), add));
    while (await step(db, (tx) => eraseFiles(tx, projectId), add));
    for (const surveyId of await listProjectSurveys(db, projectId)) {
      const survey = await eraseSurvey(db, surveyId)
      if (survey) add({ surveys: 1, ...survey })
    }
    if (await inTransaction(db, (tx) => deleteEmptyProject(tx, projectId))) break
    if (round === rounds) throw new Error('Imports into the project do not stop. Try again.')
  }
  const { isHeld } = await emptyTrash(deps)
  return { ...erased, isRemovalHeld: isHeld }
}

interface Step {
  insights?: number
  files?: number
  searchEntries: number
  jobs: number
  objects: number
}

/** True while there may be more. */
async function step(db: Db, work: (tx: Tx) => Promise<Step>, add: (more: Step) => void): Promise<boolean> {
  const done = await inTransaction(db, work)
  add(done)
  return (done.insights ?? done.files ?? 0) > 0
}

async function eraseInsights(tx: Tx, projectId: number): Promise<Step> {
  const erased = await deleteProjectInsights(tx, projectId, recordsAtOnce)
  const jobs = await deleteJobs(tx, [processInsight], idsOf(erased))
  const extractions = presentOf(erased.map((one) => one.extraction_id))
  const found = await deleteTexts(tx, 'page', extractions)
  const derived = await deleteExtractions(tx, extractions)
  const objects = await trash(tx, [...erased.flatMap(({ keys }) => keys), ...derived])
  return { insights: erased.length, searchEntries: found.searchEntries, jobs: jobs + found.jobs, objects }
}

async function eraseFiles(tx: Tx, projectId: number): Promise<Step> {
  const erased = await deleteProjectFiles(tx, projectId, recordsAtOnce)
  const jobs = await deleteJobs(tx, [processFile, transcribeFile, protectFile], idsOf(erased))
  const extractions = presentOf(erased.map((one) => one.extraction_id))
  const recordings = erased.flatMap((one) => one.recording_ids)
  const read = await deleteTexts(tx, 'page', extractions)
  const heard = await deleteTexts(tx, 'segment', recordings)
  const pages = await deleteExtractions(tx, extractions)
  const played = await deleteRecordings(tx, recordings)
  const objects = await trash(tx, [...erased.flatMap(({ keys }) => keys), ...pages, ...played])
  return {
    files: erased.length,
    searchEntries: read.searchEntries + heard.searchEntries,
    jobs: jobs + read.jobs + heard.jobs,
    objects,
  }
}

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => String(id))
const presentOf = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)

async function trash(tx: Tx, keys: readonly (string | null)[]): Promise<number> {
  const present = [...new Set(presentOf(keys))]
  await trashNow(tx, present)
  return present.length
}
