/** Imports what is new in a source, with progress, and ends. */
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { SkippedFile } from '../../files/find-files.ts'
import type { RunOptions } from '../../imports/import-run.ts'
import type { ImportTask } from '../../imports/import-task.ts'
import { createReport, type Report } from '../../imports/report.ts'
import { pause } from '../../imports/retry.ts'
import { formatCount } from '../../output/format.ts'
import { printable } from '../../output/text.ts'
import type { RemoteFile } from '../../sync/remote-file.ts'
import { type Look, lookAtSource, type SyncSession, sayChanged } from '../../sync/session.ts'
import { pathIn, type Source } from '../../sync/source.ts'
import { runTasks } from '../import/run-tasks.ts'

export interface SyncRun {
  run: RunOptions
  settleSeconds: number
  retryFailed: boolean
  /** Called with the first look, before anything is fetched. */
  onLook(look: Look): Promise<void>
}

export async function syncOnce(session: SyncSession, options: SyncRun): Promise<ExitCode> {
  const { output } = session.context
  const startedAt = performance.now()
  const first = await lookAtSource(session, options.retryFailed)
  await options.onLook(first)
  tellSkipped(session, first)
  const report = createReport(first.selection.skipped)
  let { unsettled, error } = first
  try {
    await importTasks(session, report, first.tasks, options.run)
    if (unsettled.length > 0 && !session.stop.soft.aborted) {
      output.say(
        `${formatCount(unsettled.length, 'file')} changed a moment ago; looking again in ${options.settleSeconds} s.`,
      )
      await pause(options.settleSeconds * 1000, session.stop.soft)
      const second = await lookAgain(session, report, first.tasks, options)
      unsettled = second?.unsettled ?? unsettled
      error ??= second?.error
    }
  } finally {
    tellEnd(session, report, unsettled, (performance.now() - startedAt) / 1000)
  }
  if (session.stop.soft.aborted) {
    output.say('Interrupted. Run the same command again to resume; nothing is imported twice.')
    return exitCodes.interrupted
  }
  if (error) output.warn(`The source could not be listed completely: ${error.message}`)
  const isIncomplete = unsettled.length > 0 || error !== undefined
  return isIncomplete ? exitCodes.incomplete : report.exitCode()
}

async function lookAgain(
  session: SyncSession,
  report: Report,
  earlier: readonly ImportTask[],
  { run }: SyncRun,
): Promise<Look | undefined> {
  if (session.stop.soft.aborted) return undefined
  const look = await lookAtSource(session, false)
  const done = new Set(earlier.map(({ remote }) => remote?.externalId))
  const tasks = look.tasks.filter(({ remote }) => !done.has(remote?.externalId))
  await importTasks(session, report, tasks, run)
  return look
}

/** What an earlier run finished is counted, and listed only if it failed: a schedule would list everything each time. */
async function importTasks(
  session: SyncSession,
  report: Report,
  tasks: readonly ImportTask[],
  run: RunOptions,
): Promise<void> {
  const { output } = session.context
  const left: ImportTask[] = []
  for (const task of tasks) {
    const { next } = task
    if (next.step === 'nothing' && next.entry.state === 'completed')
      report.add(task, { status: 'already_there', key: next.entry.key ?? '' })
    else left.push(task)
  }
  const count = left.filter(({ next }) => next.step !== 'nothing').length
  output.say(`${formatCount(count, 'file')} to import into ${session.project.label}.`)
  sayChanged(session, left)
  await runTasks(output, report, left, run)
}

function tellSkipped({ context: { output } }: SyncSession, { selection }: Look): void {
  const { hidden, ignored, skipped } = selection
  const parts = [hidden > 0 && `${hidden} hidden`, ignored > 0 && `${ignored} ignored`].filter(Boolean)
  if (parts.length > 0) output.say(`Skipped: ${parts.join(', ')}.`)
  if (output.isJson)
    for (const { displayPath, reason } of skipped)
      output.item({ file: displayPath, status: 'skipped', reason }, '')
}

/** Also after an interruption, for what was done until then. */
function tellEnd(
  { context: { output }, inlet: { callUsage }, source }: SyncSession,
  report: Report,
  unsettled: readonly RemoteFile[],
  seconds: number,
): void {
  const waiting = describeUnsettled(source, unsettled)
  const counts = { ...report.counts, pending: report.counts.pending + unsettled.length }
  const summary = {
    ...counts,
    calls: callUsage.calls,
    refused: callUsage.refused,
    seconds: Math.round(seconds * 10) / 10,
  }
  if (output.isJson) {
    for (const { displayPath, reason } of waiting)
      output.item({ file: displayPath, status: 'pending', reason }, '')
    output.item({ summary }, '')
    return
  }
  const pending = waiting.map(({ displayPath, reason }) => `pending    ${printable(displayPath)}: ${reason}`)
  output.document(summary, [...pending, ...report.lines({ withFailures: output.isQuiet })])
}

export function describeUnsettled(source: Source, files: readonly RemoteFile[]): SkippedFile[] {
  const reason = 'is still being written; the next sync imports it'
  return files.map(({ path }) => ({ displayPath: pathIn(source.label, path), reason }))
}
