import { stat } from 'node:fs/promises'
import { findProject } from '../../client/find-project.ts'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import { stateFolder } from '../../config/folders.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { findFiles } from '../../files/find-files.ts'
import { usualLimit } from '../../imports/call-time.ts'
import { createImportRun, type ImportRun } from '../../imports/import-run.ts'
import { pause } from '../../imports/patience.ts'
import { planTodo, sortFiles } from '../../imports/plan.ts'
import { outcomeItem, outcomeLine } from '../../imports/report.ts'
import type { Work } from '../../imports/work.ts'
import type { ImportAs } from '../../journal/entries.ts'
import { type Journal, journalPath, openJournal } from '../../journal/journal.ts'
import { printable } from '../../output/text.ts'
import { createSettledFiles, type SettledFiles } from './settled-files.ts'

const longestMinutes = 60

export interface WatchOptions extends CommonOptions {
  project: string
  as: ImportAs
  publish: boolean
  ignore: string[]
  followLinks: boolean
  parallel: number
  retryFailed: boolean
  settle: number
  every: number
}

export async function watchFolder(
  context: Context,
  folder: string,
  options: WatchOptions,
): Promise<ExitCode> {
  if (options.publish && options.as !== 'insight') throw usageError('--publish needs --as insight.')
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw usageError(`${folder} is not a folder.`)
  const { output, env } = context
  const credentials = await findCredentials(env, options.profile)
  const client = openClient(credentials)
  const project = await findProject(client.inlet, options.project)
  const path = journalPath(stateFolder(env), credentials.url, project.id)
  const journal = await openJournal(path, { base: credentials.url, project: project.id })
  const settled = createSettledFiles(options.settle * 1000)
  const failures = new Map<string, number>()
  /** What the service has a record of is not sent again by itself; what never reached it is, less and less often. */
  const lookAgain = ({ path: failed, shown }: Work): void => {
    const count = (failures.get(failed) ?? 0) + 1
    failures.set(failed, count)
    const minutes = Math.min(2 ** (count - 1), longestMinutes)
    settled.again(failed, performance.now() + minutes * 60_000)
    output.say(printable(`again      ${shown}: in ${minutes} min`))
  }
  const stop = context.listenForStop((text) => output.say(text))
  const run = createImportRun(
    {
      inlet: client.inlet,
      journal,
      projectId: project.id,
      shouldPublish: options.publish,
      parallel: options.parallel,
      isWaiting: true,
      limit: () => client.figures.limit ?? usualLimit,
      stop,
    },
    {
      onStart: (work) => output.say(printable(`sending    ${work.shown}`)),
      onEnd(work, outcome) {
        if (outcome.status !== 'pending') output.item(outcomeItem(work, outcome), outcomeLine(work, outcome))
        if (outcome.status === 'failed' && outcome.key === undefined) lookAgain(work)
      },
    },
  )
  try {
    output.say(`Watching ${folder} for ${project.label}. Press Ctrl-C to stop.`)
    await watch({ run, journal, settled, stop: stop.soft, say: output.say }, folder, options)
    await run.finish()
    output.say('Stopped. Run the same command again to go on; nothing is imported twice.')
    return exitCodes.interrupted
  } finally {
    stop.done()
    await journal.close()
  }
}

interface Watcher {
  run: ImportRun
  journal: Journal
  settled: SettledFiles
  stop: AbortSignal
  say: (text: string) => void
}

async function watch(
  { run, journal, settled, stop, say }: Watcher,
  folder: string,
  options: WatchOptions,
): Promise<void> {
  const told = new Set<string>()
  while (!stop.aborted && !run.isBroken) {
    const { candidates, leftOut } = sortFiles(await findFiles([folder], options), options.as)
    for (const { shown, reason } of leftOut) {
      if (told.has(shown)) continue
      told.add(shown)
      say(printable(`skipped    ${shown}: ${reason}`))
    }
    const ready = await settled.look(
      candidates.map(({ path }) => path),
      performance.now(),
    )
    for (const candidate of candidates) {
      if (!ready.has(candidate.path)) continue
      const todo = await planTodo(journal, candidate, options)
      if (todo.step !== 'nothing') run.add({ ...candidate, todo })
    }
    await pause(options.every * 1000, stop)
  }
}
