import { stat } from 'node:fs/promises'
import { chooseProject, findProject } from '../../client/find-project.ts'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import { stateFolder } from '../../config/folders.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { findFiles } from '../../files/find-files.ts'
import { createTranscriptPairing, noTranscripts } from '../../files/transcripts.ts'
import type { FileImportOptions } from '../../imports/import-options.ts'
import { createImportRun, type ImportRun } from '../../imports/import-run.ts'
import type { ImportTask } from '../../imports/import-task.ts'
import { planNextStep, sortFiles } from '../../imports/plan.ts'
import { outcomeItem, outcomeLine } from '../../imports/report.ts'
import { pause } from '../../imports/retry.ts'
import { type Journal, journalPath, openJournal } from '../../journal/journal.ts'
import { printable } from '../../output/text.ts'
import { createUploader } from '../../upload/create-uploader.ts'
import { createSettledFiles, type SettledFiles } from './settled-files.ts'

const longestMinutes = 60

export interface WatchOptions extends FileImportOptions {
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
  const inlet = openClient(context, credentials)
  const project = await findProject(inlet, chooseProject(options.project, env, credentials))
  const path = journalPath(stateFolder(env), credentials.url, project.id)
  const journal = await openJournal(path, { base: credentials.url, project: project.id })
  const settled = createSettledFiles(options.settle * 1000)
  const failures = new Map<string, number>()
  /** Retries files that never reached the service, with growing delays. Failed imports are not sent again. */
  const lookAgain = ({ path: failed, displayPath }: ImportTask): void => {
    const count = (failures.get(failed) ?? 0) + 1
    failures.set(failed, count)
    const minutes = Math.min(2 ** (count - 1), longestMinutes)
    settled.again(failed, performance.now() + minutes * 60_000)
    output.say(printable(`retry      ${displayPath}: in ${minutes} min`))
  }
  const stop = context.listenForStop((text) => output.say(text))
  const run = createImportRun(
    {
      inlet,
      journal,
      projectId: project.id,
      uploader: createUploader(context, options),
      shouldPublish: options.publish,
      references: options,
      parallel: options.parallel,
      isWaiting: true,
      stop,
    },
    {
      onStart: (task) => output.say(printable(`sending    ${task.displayPath}`)),
      onEnd(task, outcome) {
        if (outcome.status !== 'pending') output.item(outcomeItem(task, outcome), outcomeLine(task, outcome))
        if (outcome.status === 'failed' && outcome.key === undefined) lookAgain(task)
      },
    },
  )
  try {
    output.say(`Watching ${folder} for ${project.label}. Press Ctrl-C to stop.`)
    await watch({ run, journal, settled, stop: stop.soft, say: output.say }, folder, options)
    await run.finish()
    output.say('Stopped. Run the same command again to resume; nothing is imported twice.')
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
  const pairing = createTranscriptPairing()
  /** A recording is reported once, and may have to wait for its transcript. */
  const ready = new Set<string>()
  while (!stop.aborted && !run.isBroken) {
    const found = await findFiles([folder], options)
    const transcripts = options.transcripts ? await pairing.pair(found.files) : noTranscripts
    const { candidates, skipped } = sortFiles(found, options.as, transcripts)
    for (const { displayPath, reason } of skipped) {
      if (told.has(displayPath)) continue
      told.add(displayPath)
      say(printable(`skipped    ${displayPath}: ${reason}`))
    }
    const settledNow = await settled.look(
      candidates.flatMap(({ path, transcript }) => (transcript ? [path, transcript.path] : path)),
      performance.now(),
    )
    for (const path of settledNow) ready.add(path)
    for (const candidate of candidates) {
      const { path, transcript } = candidate
      if (!ready.has(path) || (transcript && !ready.has(transcript.path))) continue
      ready.delete(path)
      const next = await planNextStep(journal, candidate, options)
      if (next.step !== 'nothing') run.add({ ...candidate, next })
    }
    await pause(options.every * 1000, stop)
  }
}
