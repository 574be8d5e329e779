/** All jobs. The worker refuses to start unless each has exactly one handler. */
import { importBundle } from '../features/bundles/import-bundle.job.ts'
import { eraseRespondentJob } from '../features/erasures/erase-respondent.job.ts'
import { exportProject } from '../features/exports/export-project.job.ts'
import { downloadFile } from '../features/files/download-file.job.ts'
import { processFile } from '../features/files/process-file.job.ts'
import { sendImportMail } from '../features/import-mail/send-import-mail.job.ts'
import { downloadInsight } from '../features/insights/download-insight.job.ts'
import { processInsight } from '../features/insights/process-insight.job.ts'
import { nightlyCleanup } from '../features/maintenance/garbage-collection/nightly-cleanup.job.ts'
import { sweepRecords } from '../features/maintenance/garbage-collection/sweep-records.job.ts'
import { legacyRecordingJobs, recordingJobs } from '../features/recording-processing/recording-steps.job.ts'
import { transcribeAgainJob } from '../features/recording-processing/transcribe-again.job.ts'
import { indexNotes } from '../features/responses/index-notes.job.ts'
import { indexText } from '../features/search-index/index-text.job.ts'
import { sendAccountMail } from '../features/sign-in/send-account-mail.job.ts'
import { importSurvey } from '../features/surveys/import/import-survey.job.ts'
import { linkMedia } from '../features/surveys/media/link-media.job.ts'
import type { Job } from '../platform/jobs/job.ts'

export const jobs: readonly Job[] = [
  downloadInsight,
  downloadFile,
  processInsight,
  processFile,
  ...Object.values(recordingJobs),
  ...legacyRecordingJobs.map(({ job }) => job),
  transcribeAgainJob,
  importSurvey,
  linkMedia,
  indexNotes,
  indexText,
  eraseRespondentJob,
  exportProject,
  importBundle,
  sendAccountMail,
  sendImportMail,
  sweepRecords,
  nightlyCleanup,
]

/** Former names of scheduled jobs. A new version runs under its own name, so nothing in these queues is worth keeping. */
export const retiredQueues: readonly string[] = ['sweep', 'tidy']
