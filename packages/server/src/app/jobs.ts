/** Every job there is. The worker refuses to start unless each has exactly one handler. */
import { processFile } from '../features/files/process-file.job.ts'
import { protectFile } from '../features/files/protect-file.job.ts'
import { transcribeFile } from '../features/files/transcribe-file.job.ts'
import { processInsight } from '../features/insights/process-insight.job.ts'
import { sweep } from '../features/maintenance/sweep.job.ts'
import { tidy } from '../features/maintenance/tidy.job.ts'
import { indexNotes } from '../features/responses/index-notes.job.ts'
import { indexText } from '../features/search/index-text.job.ts'
import { importSurvey } from '../features/surveys/import-survey.job.ts'
import { linkMedia } from '../features/surveys/link-media.job.ts'
import { processMedia } from '../features/surveys/process-media.job.ts'
import { protectMedia } from '../features/surveys/protect-media.job.ts'
import { transcribeMedia } from '../features/surveys/transcribe-media.job.ts'
import type { Job } from '../platform/jobs/job.ts'

export const jobs: readonly Job[] = [
  processInsight,
  processFile,
  transcribeFile,
  protectFile,
  importSurvey,
  linkMedia,
  processMedia,
  transcribeMedia,
  protectMedia,
  indexNotes,
  indexText,
  sweep,
  tidy,
]
