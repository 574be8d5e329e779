/** Imports what is new in a source again and again, until it is stopped. */
import { isTransient } from '@inlet/sdk'
import { explain } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { createImportRun, type ImportRun } from '../../imports/import-run.ts'
import type { ImportTask } from '../../imports/import-task.ts'
import { outcomeItem, outcomeLine } from '../../imports/report.ts'
import { pause } from '../../imports/retry.ts'
import { formatDuration } from '../../output/format.ts'
import { printable } from '../../output/text.ts'
import { RcloneError } from '../../sync/rclone-error.ts'
import { lookAtSource, type SyncSession, sayChanged } from '../../sync/session.ts'
import type { SyncRun } from './sync-once.ts'

export async function syncEvery(
  session: SyncSession,
  options: SyncRun & { everySeconds: number },
): Promise<ExitCode> {
  const { context, source, project, stop } = session
  const { output } = context
  /** Versions that are being imported: the journal alone does not tell them from interrupted ones. */
  const active = new Set<string>()
  const run = createImportRun(options.run, {
    onStart: (task) => output.say(printable(`sending    ${task.displayPath}`)),
    onEnd(task, outcome) {
      active.delete(task.remote?.externalId ?? '')
      if (outcome.status !== 'pending') output.item(outcomeItem(task, outcome), outcomeLine(task, outcome))
    },
  })
  output.say(
    `Syncing ${source.label} to ${project.label} every ${formatDuration(options.everySeconds)}. Press Ctrl-C to stop.`,
  )
  const pass: Pass = { ...options, run, active, told: new Set<string>(), isFirst: true }
  while (!stop.soft.aborted && !run.isBroken) {
    const unsettled = await importNew(session, pass)
    const seconds =
      unsettled > 0 ? Math.min(options.settleSeconds, options.everySeconds) : options.everySeconds
    await pause(seconds * 1000, stop.soft)
  }
  await run.finish()
  output.say('Stopped. Run the same command again to resume; nothing is imported twice.')
  return exitCodes.interrupted
}

interface Pass extends Omit<SyncRun, 'run'> {
  run: ImportRun
  active: Set<string>
  /** Skipped files that were reported. */
  told: Set<string>
  /** Until the source was listed once, which an outage may delay. */
  isFirst: boolean
}

/** Returns the number of files that are still being written. An outage is reported and waited out. */
async function importNew(session: SyncSession, pass: Pass): Promise<number> {
  const { output } = session.context
  try {
    const look = await lookAtSource(session, pass.retryFailed && pass.isFirst)
    if (pass.isFirst) await pass.onLook(look)
    pass.isFirst = false
    for (const { displayPath, reason } of look.selection.skipped) {
      if (pass.told.has(displayPath)) continue
      pass.told.add(displayPath)
      output.say(printable(`skipped    ${displayPath}: ${reason}`))
    }
    const tasks = look.tasks.filter((task) => isNew(task, pass.active))
    sayChanged(session, tasks)
    for (const task of tasks) {
      pass.active.add(task.remote?.externalId ?? '')
      pass.run.add(task)
    }
    if (look.error) output.warn(`The source could not be listed completely: ${look.error.message}`)
    return look.unsettled.length
  } catch (error) {
    if (session.stop.soft.aborted) return 0
    if (!isOutage(error, pass.isFirst)) throw error
    output.warn(explain(error).message)
    return 0
  }
}

function isNew({ next, remote }: ImportTask, active: ReadonlySet<string>): boolean {
  return next.step !== 'nothing' && !active.has(remote?.externalId ?? '')
}

/** At the start, a wrong remote or password ends the command; later it may be a change that is being made. */
function isOutage(error: unknown, isFirst: boolean): boolean {
  return error instanceof RcloneError ? error.isTransient || !isFirst : isTransient(error)
}
