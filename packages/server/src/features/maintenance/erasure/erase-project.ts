/**
 * Erases a project and its content in steps, each in its own transaction. After a crash the project is closed and partly
 * empty, and the same command continues. Objects are marked for deletion in the transaction that deletes their rows.
 */
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { deleteBundlesOfProject } from '../../bundles/bundles.public.ts'
import { assertErasable } from '../../erasures/erasures.public.ts'
import { deleteExportsOfProject } from '../../exports/exports.public.ts'
import { deleteProjectFiles, forgetFiles } from '../../files/files.public.ts'
import { deleteProjectInsights, forgetInsights } from '../../insights/insights.public.ts'
import { closeProject, deleteProject } from '../../projects/projects.public.ts'
import { deleteProjectEntries } from '../../search-index/search-index.public.ts'
import { type ErasedSurvey, eraseSurvey, listProjectSurveys } from '../../surveys/surveys.public.ts'
import { deleteProjectEntry, purgeTrashOfProject } from '../../trash/trash.public.ts'
import { emptyTrash } from '../../uploads/uploads.public.ts'
import { lockEmptyProject } from './erase.repo.ts'

export interface ErasedProject extends ErasedSurvey {
  insights: number
  files: number
  surveys: number
  /** A backup is running, so the objects are deleted by the next sweep. */
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
    participants: 0,
    media: 0,
    jobs: 0,
    objects: 0,
  }
  const add = (more: Partial<typeof erased>) => {
    for (const [name, count] of Object.entries(more)) erased[name as keyof typeof erased] += count
  }
  await assertErasable(deps.store)
  await closeProject(db, projectId)
  await inTransaction(db, async (tx) => {
    await deleteExportsOfProject(tx, projectId)
    await deleteBundlesOfProject(tx, projectId)
  })
  await purgeTrashOfProject(db, projectId)
  for (let round = 0; ; round += 1) {
    while (await step(db, (tx) => eraseInsights(tx, projectId), add));
    while (await step(db, (tx) => eraseFiles(tx, projectId), add));
    for (const surveyId of await listProjectSurveys(db, projectId)) {
      const survey = await eraseSurvey(db, surveyId)
      if (survey) add({ surveys: 1, ...survey })
    }
    if (await inTransaction(db, (tx) => eraseEmptyProject(tx, projectId))) break
    if (round === rounds) throw new Error('Imports into the project are still starting. Try again.')
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

async function eraseEmptyProject(tx: Tx, projectId: number): Promise<boolean> {
  if (!(await lockEmptyProject(tx, projectId))) return false
  await deleteProjectEntries(tx, projectId)
  await deleteProjectEntry(tx, projectId)
  await deleteProject(tx, projectId)
  return true
}

/** True when there may be more. */
async function step(db: Db, work: (tx: Tx) => Promise<Step>, add: (more: Step) => void): Promise<boolean> {
  const done = await inTransaction(db, work)
  add(done)
  return (done.insights ?? done.files ?? 0) > 0
}

async function eraseInsights(tx: Tx, projectId: number): Promise<Step> {
  const erased = await deleteProjectInsights(tx, projectId, recordsAtOnce)
  return { insights: erased.length, ...(await forgetInsights(tx, erased)) }
}

async function eraseFiles(tx: Tx, projectId: number): Promise<Step> {
  const erased = await deleteProjectFiles(tx, projectId, recordsAtOnce)
  return { files: erased.length, ...(await forgetFiles(tx, erased)) }
}
