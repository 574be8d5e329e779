/** Binds every job to its handler and runs the worker. */
import {
  openProcessing,
  type Processing,
} from '../features/document-processing/document-processing.public.handler.ts'
import { handleProcessFile } from '../features/files/process-file.handler.ts'
import { processFile } from '../features/files/process-file.job.ts'
import { handleProcessInsight } from '../features/insights/process-insight.handler.ts'
import { processInsight } from '../features/insights/process-insight.job.ts'
import { handleNightlyCleanup } from '../features/maintenance/garbage-collection/nightly-cleanup.handler.ts'
import { nightlyCleanup } from '../features/maintenance/garbage-collection/nightly-cleanup.job.ts'
import { handleSweepRecords } from '../features/maintenance/garbage-collection/sweep-records.handler.ts'
import { sweepRecords } from '../features/maintenance/garbage-collection/sweep-records.job.ts'
import { recordingSteps } from '../features/recording-processing/recording-lifecycle.state.ts'
import {
  handleRecordingStep,
  openProtection,
  openSpeech,
  type Protection,
  type ProtectionOptions,
} from '../features/recording-processing/recording-processing.public.handler.ts'
import type { Speech } from '../features/recording-processing/recording-processing.public.ts'
import { legacyRecordingJobs, recordingJobs } from '../features/recording-processing/recording-steps.job.ts'
import { handleIndexNotes } from '../features/responses/index-notes.handler.ts'
import { indexNotes } from '../features/responses/index-notes.job.ts'
import { handleIndexText } from '../features/search-index/index-text.handler.ts'
import { indexText } from '../features/search-index/index-text.job.ts'
import { handleImportSurvey } from '../features/surveys/import/import-survey.handler.ts'
import { importSurvey } from '../features/surveys/import/import-survey.job.ts'
import { handleLinkMedia } from '../features/surveys/media/link-media.handler.ts'
import { linkMedia } from '../features/surveys/media/link-media.job.ts'
import type { Config } from '../platform/config/config.ts'
import { assertEveryJobHasOneHandler, type Binding, bindHandler } from '../platform/jobs/bind-handler.ts'
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
    bindHandler(importSurvey, (payload, attempt) => handleImportSurvey(deps, payload, attempt)),
    bindHandler(linkMedia, (payload, attempt) => handleLinkMedia(deps, payload, attempt)),
    bindHandler(indexNotes, (payload, attempt) => handleIndexNotes(deps, payload, attempt)),
    bindHandler(indexText, (payload, attempt) => handleIndexText(deps, payload, attempt)),
    bindHandler(sweepRecords, (_payload, attempt) => handleSweepRecords(deps, attempt)),
    bindHandler(nightlyCleanup, (_payload, attempt) => handleNightlyCleanup(deps, attempt)),
  ]
}

/** Opens what only workers need; a reduced sandbox is logged as a warning. */
export async function openWorkerDeps(deps: Deps): Promise<WorkerDeps> {
  const { processing, sweptDirs } = await openProcessing(deps.config.INLET_WORK_DIR, (outcome) =>
    deps.metrics.sandboxRuns.inc({ outcome }),
  )
  // Prometheus does not see an increase when a counter first appears at 1, so it starts at 0.
  for (const outcome of ['crashed', 'timed_out', 'out_of_memory', 'refused']) {
    deps.metrics.sandboxRuns.inc({ outcome }, 0)
  }
  const { mode, reason } = processing.sandbox
  if (mode === 'full') deps.log.info({ mode, sweptDirs }, 'sandbox is ready')
  else deps.log.warn({ mode, reason, sweptDirs }, 'the sandbox is reduced: converters are not fully isolated')
  const speech = await openSpeech(speechSettings(deps.config))
  return { ...deps, processing, speech, protection: openProtection(protectionOptions(deps.config)) }
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

export function runWorker(deps: WorkerDeps): Worker {
  const bound = bindings(deps)
  assertEveryJobHasOneHandler(jobs, bound)
  return startWorker({
    boss: deps.queue.boss,
    bindings: bound,
    slots: deps.config.INLET_WORKER_SLOTS,
    log: deps.log,
    metrics: deps.metrics,
    tracer: deps.tracer,
  })
}
