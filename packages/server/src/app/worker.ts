/** Ties every job to its handler and runs them. */
import { openProcessing, type Processing } from '../features/extraction/extraction.public.handler.ts'
import { handleProcessFile } from '../features/files/process-file.handler.ts'
import { processFile } from '../features/files/process-file.job.ts'
import { handleProtectFile } from '../features/files/protect-file.handler.ts'
import { protectFile } from '../features/files/protect-file.job.ts'
import { handleTranscribeFile } from '../features/files/transcribe-file.handler.ts'
import { transcribeFile } from '../features/files/transcribe-file.job.ts'
import { handleProcessInsight } from '../features/insights/process-insight.handler.ts'
import { processInsight } from '../features/insights/process-insight.job.ts'
import { handleSweep } from '../features/maintenance/sweep.handler.ts'
import { sweep } from '../features/maintenance/sweep.job.ts'
import { handleTidy } from '../features/maintenance/tidy.handler.ts'
import { tidy } from '../features/maintenance/tidy.job.ts'
import {
  openProtection,
  openSpeech,
  type Protection,
  type ProtectionOptions,
} from '../features/recordings/recordings.public.handler.ts'
import type { Speech } from '../features/recordings/recordings.public.ts'
import { handleIndexNotes } from '../features/responses/index-notes.handler.ts'
import { indexNotes } from '../features/responses/index-notes.job.ts'
import { handleIndexText } from '../features/search/index-text.handler.ts'
import { indexText } from '../features/search/index-text.job.ts'
import { handleImportSurvey } from '../features/surveys/import-survey.handler.ts'
import { importSurvey } from '../features/surveys/import-survey.job.ts'
import { handleLinkMedia } from '../features/surveys/link-media.handler.ts'
import { linkMedia } from '../features/surveys/link-media.job.ts'
import { handleProcessMedia } from '../features/surveys/process-media.handler.ts'
import { processMedia } from '../features/surveys/process-media.job.ts'
import { handleProtectMedia } from '../features/surveys/protect-media.handler.ts'
import { protectMedia } from '../features/surveys/protect-media.job.ts'
import { handleTranscribeMedia } from '../features/surveys/transcribe-media.handler.ts'
import { transcribeMedia } from '../features/surveys/transcribe-media.job.ts'
import type { Config } from '../platform/config/config.ts'
import {
  assertEveryJobHasOneHandler,
  type Binding,
  bindHandler,
  startWorker,
  type Worker,
} from '../platform/jobs/worker.ts'
import type { Deps } from './deps.ts'
import { jobs } from './jobs.ts'
import { speechSettings } from './speech-settings.ts'

export type WorkerDeps = Deps & { processing: Processing; speech: Speech; protection: Protection }

function bindings(deps: WorkerDeps): Binding[] {
  return [
    bindHandler(processInsight, (payload, attempt) => handleProcessInsight(deps, payload, attempt)),
    bindHandler(processFile, (payload, attempt) => handleProcessFile(deps, payload, attempt)),
    bindHandler(transcribeFile, (payload, attempt) => handleTranscribeFile(deps, payload, attempt)),
    bindHandler(protectFile, (payload, attempt) => handleProtectFile(deps, payload, attempt)),
    bindHandler(importSurvey, (payload, attempt) => handleImportSurvey(deps, payload, attempt)),
    bindHandler(linkMedia, (payload, attempt) => handleLinkMedia(deps, payload, attempt)),
    bindHandler(processMedia, (payload, attempt) => handleProcessMedia(deps, payload, attempt)),
    bindHandler(transcribeMedia, (payload, attempt) => handleTranscribeMedia(deps, payload, attempt)),
    bindHandler(protectMedia, (payload, attempt) => handleProtectMedia(deps, payload, attempt)),
    bindHandler(indexNotes, (payload, attempt) => handleIndexNotes(deps, payload, attempt)),
    bindHandler(indexText, (payload, attempt) => handleIndexText(deps, payload, attempt)),
    bindHandler(sweep, (_payload, attempt) => handleSweep(deps, attempt)),
    bindHandler(tidy, (_payload, attempt) => handleTidy(deps, attempt)),
  ]
}

/** The sandbox is part of what a worker is: without one it says so, loudly. */
export async function openWorkerDeps(deps: Deps): Promise<WorkerDeps> {
  const { processing, sweptDirs } = await openProcessing(deps.config.INLET_WORK_DIR, (outcome) =>
    deps.metrics.sandboxRuns.inc({ outcome }),
  )
  // A figure that appears with its first event has not grown, as Prometheus sees it.
  for (const outcome of ['crashed', 'timed_out', 'out_of_memory', 'refused']) {
    deps.metrics.sandboxRuns.inc({ outcome }, 0)
  }
  const { mode, reason } = processing.sandbox
  if (mode === 'full') deps.log.info({ mode, sweptDirs }, 'sandbox is ready')
  else
    deps.log.warn({ mode, reason, sweptDirs }, 'the sandbox is reduced: converters are not fully contained')
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
