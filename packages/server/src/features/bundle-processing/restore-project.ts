/**
 * Restores a project in one transaction: it appears with all its records, or not at all. Everything is read from the local
 * disk and from the list of stored objects.
 */

import type { KeyPrincipal } from '../../platform/auth/principal.ts'
import { type Copy, inCopyTransaction } from '../../platform/db/copy.ts'
import type { Tx } from '../../platform/db/database.ts'
import { auditBundle, finishBundle, listFoldersOf, takeBundleObjects } from '../bundles/bundles.public.ts'
import { recordRestoredFiles } from '../files/files.public.ts'
import { recordRestoredInsights } from '../insights/insights.public.ts'
import {
  type RestoredParticipant,
  restoreAddresses,
  restoreParticipantLinks,
  restoreParticipants,
} from '../participants/participants.public.ts'
import { restoreProject as insertProject, restoreLabelTemplate } from '../projects/projects.public.ts'
import { recordRestoredSurveys } from '../surveys/surveys.public.ts'
import { requireWithinQuota } from '../team/team.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { nameOf } from './bundle.policy.ts'
import { bundleFault } from './bundle-fault.ts'
import type { BundleImport } from './bundle-import.ts'
import { type BundleFolder, openFolder } from './bundle-texts.ts'
import { inBatches } from './in-batches.ts'
import { requireName, restoreFileFolder, restoreInsightFolder } from './restore-files.ts'
import { restoreSurveyFolder, type SurveyRestoring } from './restore-survey.ts'
import type { Shape } from './restored-shapes.ts'
import type { TextSpool } from './text-spool.ts'

export function restoreProject(run: BundleImport, key: KeyPrincipal, spool: TextSpool): Promise<void> {
  return inCopyTransaction(run.deps.database, async (tx, copy) => {
    const { deps, bundle, attempt } = run
    const used = new Set<string>()
    const open = (path: string) => openFolder(tx, { bundleId: bundle.id, spool, used }, path)
    const root = await open('')
    const projectId = await restoreSettings(tx, run, key, root)
    const surveys = await restoreRecords({ run, tx, copy, key, projectId, open })
    await restorePanel({ tx, key, root, surveys })
    await recordRestoredInsights(tx, projectId)
    await recordRestoredFiles(tx, projectId)
    await recordRestoredSurveys(tx, projectId)
    await requireWithinQuota(tx, key.teamId, deps.config)
    const { uploads, objects } = await takeBundleObjects(tx, [bundle.id])
    await trashNow(tx, [...uploads, ...objects.filter((key) => !used.has(key))])
    await finishBundle(tx, bundle.id, projectId)
    await auditBundle(tx, key, 'complete', { ...bundle, project_id: projectId })
    await attempt.complete(tx)
  })
}

async function restoreSettings(
  tx: Tx,
  { bundle }: BundleImport,
  key: KeyPrincipal,
  root: BundleFolder,
): Promise<number> {
  const project = await root.json('project', 'project.json')
  if (!project) throw bundleFault('content_invalid', 'project.json', 'it is missing')
  const { label_template, auto_pii_enabled_at_project_level, ...settings } = project
  requireName('project.json', project.name)
  const projectId = await insertProject(tx, key, {
    ...settings,
    name: bundle.name ?? project.name,
    auto_pii_enabled: auto_pii_enabled_at_project_level,
  })
  await restoreLabelTemplate(tx, projectId, label_template ?? { name: 'Labels', labels: [] })
  return projectId
}

interface RecordRestoring {
  run: BundleImport
  tx: Tx
  copy: Copy
  key: KeyPrincipal
  projectId: number
  open: (path: string) => Promise<BundleFolder>
}

/** Returns the ids of the new surveys by the upload keys that they had. */
async function restoreRecords(records: RecordRestoring): Promise<Map<string, number>> {
  const { run, tx, copy, key, projectId, open } = records
  const folders = (path: string) => listFoldersOf(tx, run.bundle.id, path)
  const restoring: SurveyRestoring = {
    tx,
    copy,
    enqueue: run.deps.enqueue,
    principal: key,
    projectId,
    open,
    mediaFolders: (path) => folders(`${path}/media`),
  }
  const surveys = new Map<string, number>()
  const next = async (path: string) => {
    run.attempt.signal.throwIfAborted()
    return open(path)
  }
  for await (const path of folders('insights')) await restoreInsightFolder(restoring, await next(path))
  for await (const path of folders('files')) await restoreFileFolder(restoring, await next(path))
  for await (const path of folders('surveys'))
    surveys.set(nameOf(path), await restoreSurveyFolder(restoring, await next(path)))
  return surveys
}

const peopleAtOnce = 500

interface Panel {
  tx: Tx
  key: KeyPrincipal
  root: BundleFolder
  surveys: ReadonlyMap<string, number>
}

async function restorePanel({ tx, key, root, surveys }: Panel): Promise<void> {
  const lines = root.lines('participant', 'participants.ndjson')
  for await (const people of inBatches(lines, { count: peopleAtOnce })) {
    const rows: RestoredParticipant[] = people.map(({ email, name, notes, created_at }) => ({
      email,
      name,
      notes: notes ? notes : null,
      created_at,
    }))
    await restoreParticipants(tx, key.teamId, rows)
    for (const [survey, links] of linksBySurvey(people, surveys))
      await restoreParticipantLinks(tx, { id: survey, teamId: key.teamId }, links)
    await restoreAddresses(
      tx,
      key.teamId,
      people.map(({ email }) => email),
    )
  }
}

function linksBySurvey(
  people: readonly Shape<'participant'>[],
  surveys: ReadonlyMap<string, number>,
): Map<number, { respondent_id: number; email: string }[]> {
  const links = people.flatMap(({ email, respondents }) =>
    respondents.map(({ upload_key, respondent_id }) => {
      const surveyId = surveys.get(upload_key)
      if (surveyId === undefined)
        throw bundleFault('content_invalid', 'participants.ndjson', 'it names a survey that is missing')
      return { surveyId, respondent_id, email }
    }),
  )
  return new Map(
    [...Map.groupBy(links, ({ surveyId }) => surveyId)].map(([surveyId, all]) => [
      surveyId,
      all.map(({ respondent_id, email }) => ({ respondent_id, email })),
    ]),
  )
}
