/** Insights, for other features. */
export { downloadInsight } from './download-insight.job.ts'
export { firstShown, isShownTo } from './drafts.repo.ts'
export { forgetInsights } from './forget-insights.ts'
export { requireOpenInsight } from './get-insight.ts'
export { insightType, processingStatus } from './insight.state.ts'
export { viewInsightRecord, viewInsightState } from './insight.view.ts'
export { completeInsightHandlers, initializeInsightHandlers } from './insight-calls.ts'
export { failStuckInsightDownloads } from './insight-downloads.repo.ts'
export { insightTrash } from './insight-trash.ts'
export {
  deleteAbandonedInsights,
  deleteProjectInsights,
  failStuckInsights,
  type Insight,
  listInsightStates,
  reviveInsight,
} from './insights.repo.ts'
export { processInsight } from './process-insight.job.ts'
export {
  readStoredInsight,
  recordRestoredInsights,
  restoreInsight,
  type StoredInsight,
} from './stored-insight.repo.ts'
export { updateInsight } from './update-insight.ts'
