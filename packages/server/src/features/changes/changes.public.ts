/** Changes, for other features. */
export type { ImportState } from './import-state.ts'
export type { StatusWaits } from './status-waits.ts'
