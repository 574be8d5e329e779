import { basename, join } from 'node:path'
import type { Inlet } from '@inlet/sdk'
import { type ChosenProject, chooseProject, findProject } from '../../client/find-project.ts'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import { cacheFolder, stateFolder } from '../../config/folders.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { ImportAs } from '../../journal/entries.ts'
import { type Journal, journalPath, openJournal, readJournal } from '../../journal/journal.ts'
import type { Stop } from '../../stop.ts'
import { cleanFolder, createFetcher } from '../../sync/fetch-file.ts'
import { openSource } from '../../sync/list-source.ts'
import { createPlanner } from '../../sync/plan-sync.ts'
import { openRclone } from '../../sync/rclone.ts'
import { type Look, lookAtSource, type SyncSession } from '../../sync/session.ts'
import { createSettle } from '../../sync/settle.ts'
import { parseSource, type Source, sourceMark } from '../../sync/source.ts'
import { createUploader } from '../../upload/create-uploader.ts'
import { describeImport } from '../import/describe-import.ts'
import { syncEvery } from './sync-every.ts'
import { describeUnsettled, type SyncRun, syncOnce } from './sync-once.ts'

export interface SyncOptions extends CommonOptions {
  project?: string
  as: ImportAs
  publish: boolean
  include: string[]
  ignore: string[]
  followLinks: boolean
  metadata?: Record<string, string>
  /** Bytes per second. */
  limitRate?: number
  parallel: number
  retryFailed: boolean
  dryRun: boolean
  wait: boolean
  /** Seconds. */
  settle: number
  every?: number
  tempDir?: string
  /** Bytes. */
  tempSpace: number
}

interface Target {
  inlet: Inlet
  project: ChosenProject
  source: Source
  /** Of the journal. */
  path: string
  /** For copies of files. */
  folder: string
}

export async function syncSource(context: Context, given: string, options: SyncOptions): Promise<ExitCode> {
  if (options.publish && options.as !== 'insight') throw usageError('--publish needs --as insight.')
  const { env, output } = context
  const source = parseSource(given)
  const credentials = await findCredentials(env, options.profile)
  const inlet = openClient(context, credentials)
  const project = await findProject(inlet, chooseProject(options.project, env, credentials))
  const path = journalPath(stateFolder(env), credentials.url, project.id, `sync-${sourceMark(source)}`)
  const folder = join(options.tempDir ?? join(cacheFolder(env), 'sync'), basename(path, '.jsonl'))
  const target: Target = { inlet, project, source, path, folder }
  const stop = context.listenForStop(output.say)
  try {
    if (options.dryRun) return await describeSync(context, target, options, stop)
    const journal = await openJournal(
      path,
      { base: credentials.url, project: project.id },
      `sync of ${source.label} into this project`,
    )
    try {
      return await runSync(context, { ...target, journal }, options, stop)
    } finally {
      await journal.close()
    }
  } catch (error) {
    if (stop.soft.aborted) return exitCodes.interrupted
    throw error
  } finally {
    stop.done()
  }
}

function openSession(
  context: Context,
  { inlet, project, source, folder, journal }: Target & { journal: SyncSession['journal'] },
  options: SyncOptions,
  stop: Stop,
): SyncSession {
  const reader = openSource(openRclone(context.env, source), source, options.followLinks)
  const fetcher = createFetcher(reader, { folder, limitBytes: options.tempSpace, signal: stop.hard })
  const planner = createPlanner(source, options.as, fetcher)
  const settle = createSettle(options.settle * 1000)
  const { as } = options
  return { context, inlet, project, source, as, reader, planner, journal, settle, rules: options, stop }
}

async function describeSync(
  context: Context,
  target: Target,
  options: SyncOptions,
  stop: Stop,
): Promise<ExitCode> {
  const entries = await readJournal(target.path)
  const journal = { entries, write: async (line: Parameters<Journal['write']>[0]) => entries.apply(line) }
  const session = openSession(context, { ...target, journal }, options, stop)
  const { tasks, selection, unsettled, error } = await lookAtSource(session, options.retryFailed)
  const skipped = [...selection.skipped, ...describeUnsettled(target.source, unsettled)]
  await describeImport(context.output, { ...target, tasks, skipped })
  if (error) context.output.warn(`The source could not be listed completely: ${error.message}`)
  return error ? exitCodes.incomplete : exitCodes.done
}

async function runSync(
  context: Context,
  target: Target & { journal: Journal },
  options: SyncOptions,
  stop: Stop,
): Promise<ExitCode> {
  const { inlet, journal, project, folder } = target
  const { settle: settleSeconds, every: everySeconds, retryFailed } = options
  const session = openSession(context, target, options, stop)
  const run: SyncRun = {
    settleSeconds,
    retryFailed,
    onLook: (look) => cleanFolder(folder, usefulCopies(look)),
    run: {
      inlet,
      journal,
      projectId: project.id,
      uploader: createUploader(context, options),
      shouldPublish: options.publish,
      references: options.metadata === undefined ? {} : { metadata: options.metadata },
      parallel: options.parallel,
      isWaiting: everySeconds !== undefined || options.wait,
      stop,
    },
  }
  return everySeconds === undefined ? syncOnce(session, run) : syncEvery(session, { ...run, everySeconds })
}

function usefulCopies({ tasks }: Look): (externalId: string) => boolean {
  const sending = tasks.filter(({ next }) => next.step === 'start' || next.step === 'resume')
  const ids = new Set(sending.map(({ remote }) => remote?.externalId))
  return (externalId) => ids.has(externalId)
}
