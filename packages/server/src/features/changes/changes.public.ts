/** Changes, for other features. */
export type { StatusWaits } from './status-waits.ts'
