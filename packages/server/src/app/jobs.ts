/** Every job there is. The worker refuses to start unless each has exactly one handler. */
import { processFile } from '../features/files/process-file.job.ts'
import { transcribeFile } from '../features/files/transcribe-file.job.ts'
import { processInsight } from '../features/insights/process-insight.job.ts'
import { sweep } from '../features/maintenance/sweep.job.ts'
import { tidy } from '../features/maintenance/tidy.job.ts'
import type { Job } from '../platform/jobs/job.ts'

export const jobs: readonly Job[] = [processInsight, processFile, transcribeFile, sweep, tidy]
