/** What other features may ask of insights. */
export { firstShown, isShownTo } from './drafts.repo.ts'
export {
  deleteAbandonedInsights,
  deleteProjectInsights,
  failStuckInsights,
  reviveInsight,
} from './insights.repo.ts'
export { processInsight } from './process-insight.job.ts'
