/** All jobs. The worker refuses to start unless each has exactly one handler. */
import { processFile } from '../features/files/process-file.job.ts'
import { processInsight } from '../features/insights/process-insight.job.ts'
import { nightlyCleanup } from '../features/maintenance/garbage-collection/nightly-cleanup.job.ts'
import { sweepRecords } from '../features/maintenance/garbage-collection/sweep-records.job.ts'
import { legacyRecordingJobs, recordingJobs } from '../features/recording-processing/recording-steps.job.ts'
import { indexNotes } from '../features/responses/index-notes.job.ts'
import { indexText } from '../features/search-index/index-text.job.ts'
import { importSurvey } from '../features/surveys/import/import-survey.job.ts'
import { linkMedia } from '../features/surveys/media/link-media.job.ts'
import type { Job } from '../platform/jobs/job.ts'

export const jobs: readonly Job[] = [
  processInsight,
  processFile,
  ...Object.values(recordingJobs),
  ...legacyRecordingJobs.map(({ job }) => job),
  importSurvey,
  linkMedia,
  indexNotes,
  indexText,
  sweepRecords,
  nightlyCleanup,
]

/** Former names of scheduled jobs. A new version runs under its own name, so nothing in these queues is worth keeping. */
export const retiredQueues: readonly string[] = ['sweep', 'tidy']
