import { type ChosenProject, findProject } from '../../client/find-project.ts'
import { type Client, openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import { stateFolder } from '../../config/folders.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type Found, findFiles } from '../../files/find-files.ts'
import { usualLimit } from '../../imports/call-time.ts'
import { planWorks, type Sorted, sortFiles } from '../../imports/plan.ts'
import { createReport, type Report } from '../../imports/report.ts'
import type { ImportAs } from '../../journal/entries.ts'
import { type Journal, journalPath, openJournal, readJournal } from '../../journal/journal.ts'
import { formatCount } from '../../output/figures.ts'
import { describeImport } from './describe-import.ts'
import { forgetGone } from './forget-gone.ts'
import { runWorks } from './run-works.ts'

export interface ImportOptions extends CommonOptions {
  project: string
  as: ImportAs
  publish: boolean
  ignore: string[]
  followLinks: boolean
  parallel: number
  retryFailed: boolean
  dryRun: boolean
  wait: boolean
  verify: boolean
  again: boolean
}

export async function importPaths(
  context: Context,
  paths: string[],
  options: ImportOptions,
): Promise<ExitCode> {
  if (options.publish && options.as !== 'insight') throw usageError('--publish needs --as insight.')
  const { output, env } = context
  const credentials = await findCredentials(env, options.profile)
  const found = await findFiles(paths, options)
  const sorted = sortFiles(found, options.as)
  const client = openClient(credentials)
  const project = await findProject(client.inlet, options.project)
  tellLeftOut(context, found)
  const path = journalPath(stateFolder(env), credentials.url, project.id)
  if (options.dryRun) {
    const entries = await readJournal(path)
    const works = await planWorks({ entries, write: async () => {} }, sorted.candidates, options)
    return describeImport(output, { works, leftOut: sorted.leftOut, client, project })
  }
  const journal = await openJournal(path, { base: credentials.url, project: project.id })
  try {
    return await runImport(context, { client, project, journal, sorted }, options)
  } finally {
    await journal.close()
  }
}

interface Prepared {
  client: Client
  project: ChosenProject
  journal: Journal
  sorted: Sorted
}

async function runImport(context: Context, prepared: Prepared, options: ImportOptions): Promise<ExitCode> {
  const { output } = context
  const { client, project, journal, sorted } = prepared
  const stop = context.listenForStop(output.say)
  const startedAt = performance.now()
  const report = createReport(sorted.leftOut)
  if (output.isJson)
    for (const { shown, reason } of sorted.leftOut)
      output.item({ file: shown, status: 'skipped', reason }, '')
  try {
    if (options.verify) {
      const known = await planWorks(journal, sorted.candidates, options)
      await forgetGone(client.inlet, journal, known, stop.soft)
    }
    const works = await planWorks(journal, sorted.candidates, options)
    const count = works.filter(({ todo }) => todo.step !== 'nothing').length
    output.say(`${formatCount(count, 'file')} to import into ${project.label}.`)
    await runWorks(output, report, works, {
      inlet: client.inlet,
      journal,
      projectId: project.id,
      shouldPublish: options.publish,
      parallel: options.parallel,
      isWaiting: options.wait,
      limit: () => client.figures.limit ?? usualLimit,
      stop,
    })
  } finally {
    stop.done()
    tellEnd(context, report, client, (performance.now() - startedAt) / 1000)
  }
  if (!stop.soft.aborted) return report.exitCode()
  output.say('Stopped before the end. Run the same command again to go on; nothing is imported twice.')
  return exitCodes.interrupted
}

function tellLeftOut({ output }: Context, { hidden, ignored }: Found): void {
  const parts = [hidden > 0 && `${hidden} hidden`, ignored > 0 && `${ignored} ignored`].filter(Boolean)
  if (parts.length > 0) output.say(`Left out: ${parts.join(', ')}.`)
}

/** Also when it was broken off: what was done is done. */
function tellEnd({ output }: Context, report: Report, { figures }: Client, seconds: number): void {
  const { calls, refused } = figures
  const summary = { ...report.counts, calls, refused, seconds: Math.round(seconds * 10) / 10 }
  if (output.isJson) output.item({ summary }, '')
  else output.document(summary, report.lines())
}
