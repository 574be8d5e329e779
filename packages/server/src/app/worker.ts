/** Binds every job to its handler and runs the worker. */
import { handleImportBundle } from '../features/bundle-processing/import-bundle.handler.ts'
import { importBundle } from '../features/bundles/import-bundle.job.ts'
import {
  openProcessing,
  type Processing,
} from '../features/document-processing/document-processing.public.handler.ts'
import {
  describeProblem,
  type MachineProblem,
} from '../features/document-processing/document-processing.public.ts'
import { handleEraseRespondent } from '../features/erasures/erase-respondent.handler.ts'
import { eraseRespondentJob } from '../features/erasures/erase-respondent.job.ts'
import { handleExportProject } from '../features/export-processing/export-project.handler.ts'
import { exportProject } from '../features/exports/export-project.job.ts'
import { handleDownloadFile } from '../features/files/download-file.handler.ts'
import { downloadFile } from '../features/files/download-file.job.ts'
import { handleProcessFile } from '../features/files/process-file.handler.ts'
import { processFile } from '../features/files/process-file.job.ts'
import { handleSendImportMail } from '../features/import-mail/send-import-mail.handler.ts'
import { sendImportMail } from '../features/import-mail/send-import-mail.job.ts'
import { handleDownloadInsight } from '../features/insights/download-insight.handler.ts'
import { downloadInsight } from '../features/insights/download-insight.job.ts'
import { handleProcessInsight } from '../features/insights/process-insight.handler.ts'
import { processInsight } from '../features/insights/process-insight.job.ts'
import { handleNightlyCleanup } from '../features/maintenance/garbage-collection/nightly-cleanup.handler.ts'
import { nightlyCleanup } from '../features/maintenance/garbage-collection/nightly-cleanup.job.ts'
import { handleSweepRecords } from '../features/maintenance/garbage-collection/sweep-records.handler.ts'
import { sweepRecords } from '../features/maintenance/garbage-collection/sweep-records.job.ts'
import { recordingSteps } from '../features/recording-processing/recording-lifecycle.state.ts'
import {
  handleRecordingStep,
  handleTranscribeAgain,
  openProtection,
  openSpeech,
  type Protection,
  type ProtectionOptions,
} from '../features/recording-processing/recording-processing.public.handler.ts'
import type { Speech } from '../features/recording-processing/recording-processing.public.ts'
import { legacyRecordingJobs, recordingJobs } from '../features/recording-processing/recording-steps.job.ts'
import { transcribeAgainJob } from '../features/recording-processing/transcribe-again.job.ts'
import { handleIndexNotes } from '../features/responses/index-notes.handler.ts'
import { indexNotes } from '../features/responses/index-notes.job.ts'
import { handleIndexText } from '../features/search-index/index-text.handler.ts'
import { indexText } from '../features/search-index/index-text.job.ts'
import { handleSendAccountMail } from '../features/sign-in/send-account-mail.handler.ts'
import { sendAccountMail } from '../features/sign-in/send-account-mail.job.ts'
import { handleImportSurvey } from '../features/surveys/import/import-survey.handler.ts'
import { importSurvey } from '../features/surveys/import/import-survey.job.ts'
import { handleLinkMedia } from '../features/surveys/media/link-media.handler.ts'
import { linkMedia } from '../features/surveys/media/link-media.job.ts'
import { type Deliveries, startDeliveries } from '../features/webhooks/start-deliveries.ts'
import type { Config } from '../platform/config/config.ts'
import { assertEveryJobHasOneHandler, type Binding, bindHandler } from '../platform/jobs/bind-handler.ts'
import { machineFaults } from '../platform/jobs/machine-fault.ts'
import { startWorker, type Worker } from '../platform/jobs/worker.ts'
import type { Deps } from './deps.ts'
import { jobs } from './jobs.ts'
import { speechSettings } from './speech-settings.ts'

export type WorkerDeps = Deps & { processing: Processing; speech: Speech; protection: Protection }

function bindings(deps: WorkerDeps): Binding[] {
  return [
    bindHandler(processInsight, (payload, attempt) => handleProcessInsight(deps, payload, attempt)),
    bindHandler(processFile, (payload, attempt) => handleProcessFile(deps, payload, attempt)),
    ...recordingSteps.map((step) =>
      bindHandler(recordingJobs[step], (payload, attempt) =>
        handleRecordingStep(deps, step, payload, attempt),
      ),
    ),
    ...legacyRecordingJobs.map(({ job, owner, step }) =>
      bindHandler(job, ({ fileId, mediaId }, attempt) =>
        handleRecordingStep(deps, step, { owner, id: fileId ?? mediaId ?? 0 }, attempt),
      ),
    ),
    bindHandler(transcribeAgainJob, (payload, attempt) => handleTranscribeAgain(deps, payload, attempt)),
    bindHandler(importSurvey, (payload, attempt) => handleImportSurvey(deps, payload, attempt)),
    bindHandler(linkMedia, (payload, attempt) => handleLinkMedia(deps, payload, attempt)),
    bindHandler(indexNotes, (payload, attempt) => handleIndexNotes(deps, payload, attempt)),
    bindHandler(indexText, (payload, attempt) => handleIndexText(deps, payload, attempt)),
    bindHandler(eraseRespondentJob, (payload, attempt) => handleEraseRespondent(deps, payload, attempt)),
    bindHandler(sweepRecords, (_payload, attempt) => handleSweepRecords(deps, attempt)),
    bindHandler(nightlyCleanup, (_payload, attempt) => handleNightlyCleanup(deps, attempt)),
  ]
}

export function downloadBindings(deps: Deps): Binding[] {
  return [
    bindHandler(downloadInsight, (payload, attempt) => handleDownloadInsight(deps, payload, attempt)),
    bindHandler(downloadFile, (payload, attempt) => handleDownloadFile(deps, payload, attempt)),
  ]
}

const exportBindings = (deps: WorkerDeps): Binding[] => [
  bindHandler(exportProject, (payload, attempt) => handleExportProject(deps, payload, attempt)),
  bindHandler(importBundle, (payload, attempt) => handleImportBundle(deps, payload, attempt)),
]

export const mailBindings = (deps: Deps): Binding[] => [
  bindHandler(sendAccountMail, (payload, attempt) => handleSendAccountMail(deps, payload, attempt)),
  bindHandler(sendImportMail, (payload, attempt) => handleSendImportMail(deps, payload, attempt)),
]

const mailSlots = 1

/** An export, or the import of one, takes hours if a project is large, and is never urgent. */
const exportSlots = 1

/** Opens what only workers need. */
export async function openWorkerDeps(deps: Deps): Promise<WorkerDeps> {
  const { config, metrics, log } = deps
  // Prometheus does not see an increase when a counter first appears at 1, so it starts at 0.
  for (const outcome of ['crashed', 'timed_out', 'out_of_memory', 'out_of_space', 'refused']) {
    metrics.sandboxRuns.inc({ outcome }, 0)
  }
  for (const outcome of ['succeeded', 'failed']) metrics.webhookAttempts.inc({ outcome }, 0)
  for (const reason of machineFaults) metrics.machineFaults.inc({ reason }, 0)
  const { processing, sweptDirs } = await openProcessing({
    workRoot: config.INLET_WORK_DIR,
    allowsReduced: config.INLET_SANDBOX === 'reduced',
    minFreeMb: config.INLET_WORK_DIR_MIN_FREE_MB,
    onSandboxEnd: (outcome) => metrics.sandboxRuns.inc({ outcome }),
    onChange: (problem, sandbox) => reportMachine(deps, problem, sandbox),
  })
  log.info({ sweptDirs }, 'work directory is ready')
  const speech = await openSpeech(speechSettings(config))
  return { ...deps, processing, speech, protection: openProtection(protectionOptions(config)) }
}

function reportMachine(
  { log, metrics }: Deps,
  problem: MachineProblem | null,
  sandbox: { mode: 'full' | 'reduced'; reason: string | null } | null,
): void {
  // Before the first probe the mode is unknown.
  const mode = sandbox?.mode ?? (problem?.reason === 'sandbox' ? 'none' : undefined)
  for (const one of ['full', 'reduced', 'none']) metrics.sandboxMode.set({ mode: one }, one === mode ? 1 : 0)
  for (const reason of ['sandbox', 'converters', 'disk'])
    metrics.workerPaused.set({ reason }, problem?.reason === reason ? 1 : 0)
  if (problem)
    log.error({ paused: problem.reason, mode }, `no file is processed: ${describeProblem(problem)}`)
  else if (mode === 'full') log.info({ mode }, 'files are processed')
  else
    log.warn(
      { mode, reason: sandbox?.reason },
      'files are processed in a reduced sandbox, without namespaces',
    )
}

function protectionOptions(config: Config): ProtectionOptions {
  const { INLET_PRIVACY_PRESIDIO_URL: presidioUrl, INLET_PRIVACY_CHAT_URL: chatUrl } = config
  const apiKey = config.INLET_PRIVACY_CHAT_API_KEY
  return {
    modelsDir: config.INLET_MODELS_DIR,
    ...(presidioUrl !== undefined && { presidio: { baseUrl: presidioUrl } }),
    ...(chatUrl !== undefined && {
      chatModel: {
        baseUrl: chatUrl,
        model: config.INLET_PRIVACY_CHAT_MODEL,
        ...(apiKey !== undefined && { apiKey }),
      },
    }),
  }
}

/**
 * Jobs, downloads, exports, e-mails and deliveries have separate slots: a slow server or a large export must not delay
 * conversions, nor they a delivery.
 */
export function runWorker(deps: WorkerDeps): Worker {
  const bound = bindings(deps)
  const downloading = downloadBindings(deps)
  const exporting = exportBindings(deps)
  const mailing = mailBindings(deps)
  assertEveryJobHasOneHandler(jobs, [...bound, ...downloading, ...exporting, ...mailing])
  const { log, metrics, tracer, config } = deps
  const shared = { boss: deps.queue.boss, log, metrics, tracer }
  const running: { stop(deadlineMs: number): Promise<void> }[] = [
    startWorker({
      ...shared,
      bindings: bound,
      slots: config.INLET_WORKER_SLOTS,
      accepts: (job) => job.opensUploads !== true || deps.processing.machine.problem() === null,
    }),
    startWorker({ ...shared, bindings: downloading, slots: config.INLET_DOWNLOAD_SLOTS }),
    startWorker({ ...shared, bindings: exporting, slots: exportSlots }),
    startWorker({ ...shared, bindings: mailing, slots: mailSlots }),
    runDeliveries(deps),
  ]
  return {
    async stop(deadlineMs) {
      await Promise.all(running.map((one) => one.stop(deadlineMs)))
    },
  }
}

export const runDeliveries = (deps: Deps): Deliveries =>
  startDeliveries({ ...deps, listen: deps.notifications.listen })
