/** What other features may ask of insights. */
export { type CompleteDeps, completeInsight } from './complete-insight.ts'
export { requireOpenInsight } from './get-insight.ts'
export { initializeInsight } from './initialize-insight.ts'
export { completedInsight } from './insight.view.ts'
export {
  deleteAbandonedInsights,
  deleteProjectInsights,
  failStuckInsights,
  isDraftOfAnother,
  isShownTo,
} from './insights.repo.ts'
export { processInsight } from './process-insight.job.ts'
