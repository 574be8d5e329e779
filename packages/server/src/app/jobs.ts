/** Every job there is. The worker refuses to start unless each has exactly one handler. */
import { tidy } from '../features/maintenance/tidy.job.ts'
import type { Job } from '../platform/jobs/job.ts'

export const jobs: readonly Job[] = [tidy]
