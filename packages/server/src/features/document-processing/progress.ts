/** Stages of processing a document or image, and their shares of the whole. */
import type { StageProgress, StageShares } from '../../platform/jobs/track-progress.ts'

export type DocumentStage = 'fetching' | 'converting' | 'reading'
export type DocumentProgress = StageProgress<DocumentStage>

export const documentShares: StageShares<DocumentStage> = {
  fetching: [0, 10],
  converting: [10, 60],
  reading: [60, 100],
}
