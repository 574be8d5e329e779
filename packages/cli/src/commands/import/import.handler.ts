import type { Inlet } from '@inlet/sdk'
import { type ChosenProject, chooseProject, findProject } from '../../client/find-project.ts'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import { stateFolder } from '../../config/folders.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type Found, findFiles } from '../../files/find-files.ts'
import { createTranscriptPairing, noTranscripts } from '../../files/transcripts.ts'
import type { FileImportOptions } from '../../imports/import-options.ts'
import type { ImportTask } from '../../imports/import-task.ts'
import { isLink, type Link, planLinks, readLinks } from '../../imports/link.ts'
import { planTasks, type Sorted, sortFiles } from '../../imports/plan.ts'
import { createReport, type Report } from '../../imports/report.ts'
import { type Journal, journalPath, openJournal, readJournal } from '../../journal/journal.ts'
import { formatCount } from '../../output/format.ts'
import { createUploader } from '../../upload/create-uploader.ts'
import { describeImport } from './describe-import.ts'
import { forgetGone } from './forget-gone.ts'
import { runTasks } from './run-tasks.ts'

export interface ImportOptions extends FileImportOptions {
  dryRun: boolean
  wait: boolean
  verify: boolean
  again: boolean
  /** Of a link. */
  name?: string
}

export async function importPaths(
  context: Context,
  paths: string[],
  options: ImportOptions,
): Promise<ExitCode> {
  if (options.publish && options.as !== 'insight') throw usageError('--publish needs --as insight.')
  const { output, env } = context
  const credentials = await findCredentials(env, options.profile)
  const links = readLinks(paths.filter(isLink), options)
  const found = await findFiles(
    paths.filter((path) => !isLink(path)),
    options,
  )
  const transcripts = options.transcripts ? await createTranscriptPairing().pair(found.files) : noTranscripts
  const sorted = sortFiles(found, options.as, transcripts)
  const inlet = openClient(context, credentials)
  const project = await findProject(inlet, chooseProject(options.project, env, credentials))
  tellLeftOut(context, found)
  const path = journalPath(stateFolder(env), credentials.url, project.id)
  if (options.dryRun) {
    const entries = await readJournal(path)
    const tasks = await planAll({ entries, write: async () => {} }, { sorted, links }, options)
    return describeImport(output, { tasks, skipped: sorted.skipped, inlet, project })
  }
  const journal = await openJournal(path, { base: credentials.url, project: project.id })
  try {
    return await runImport(context, { inlet, project, journal, sorted, links }, options)
  } finally {
    await journal.close()
  }
}

interface Prepared {
  inlet: Inlet
  project: ChosenProject
  journal: Journal
  sorted: Sorted
  links: readonly Link[]
}

async function planAll(
  journal: Pick<Journal, 'entries' | 'write'>,
  { sorted, links }: Pick<Prepared, 'sorted' | 'links'>,
  options: ImportOptions,
): Promise<ImportTask[]> {
  const files = await planTasks(journal, sorted.candidates, options)
  return [...files, ...planLinks(journal.entries, links, options)]
}

async function runImport(context: Context, prepared: Prepared, options: ImportOptions): Promise<ExitCode> {
  const { output } = context
  const { inlet, project, journal, sorted } = prepared
  const stop = context.listenForStop(output.say)
  const startedAt = performance.now()
  const report = createReport(sorted.skipped)
  if (output.isJson)
    for (const { displayPath, reason } of sorted.skipped)
      output.item({ file: displayPath, status: 'skipped', reason }, '')
  try {
    if (options.verify) {
      const known = await planAll(journal, prepared, options)
      await forgetGone(inlet, journal, known, stop.soft)
    }
    const tasks = await planAll(journal, prepared, options)
    const count = tasks.filter(({ next }) => next.step !== 'nothing').length
    output.say(`${formatCount(count, 'file')} to import into ${project.label}.`)
    await runTasks(output, report, tasks, {
      inlet,
      journal,
      projectId: project.id,
      uploader: createUploader(context, options),
      shouldPublish: options.publish,
      references: options,
      parallel: options.parallel,
      isWaiting: options.wait,
      stop,
    })
  } finally {
    stop.done()
    tellEnd(context, report, inlet, (performance.now() - startedAt) / 1000)
  }
  if (!stop.soft.aborted) return report.exitCode()
  output.say('Interrupted. Run the same command again to resume; nothing is imported twice.')
  return exitCodes.interrupted
}

function tellLeftOut({ output }: Context, { hidden, ignored }: Found): void {
  const parts = [hidden > 0 && `${hidden} hidden`, ignored > 0 && `${ignored} ignored`].filter(Boolean)
  if (parts.length > 0) output.say(`Skipped: ${parts.join(', ')}.`)
}

/** Also after an interruption, for what was done until then. */
function tellEnd({ output }: Context, report: Report, { callUsage }: Inlet, seconds: number): void {
  const { calls, refused } = callUsage
  const summary = { ...report.counts, calls, refused, seconds: Math.round(seconds * 10) / 10 }
  if (output.isJson) output.item({ summary }, '')
  else output.document(summary, report.lines({ withFailures: output.isQuiet }))
}
