/** Insights, for other features. */
export { firstShown, isShownTo } from './drafts.repo.ts'
export {
  deleteAbandonedInsights,
  deleteProjectInsights,
  failStuckInsights,
  reviveInsight,
} from './insights.repo.ts'
export { processInsight } from './process-insight.job.ts'
