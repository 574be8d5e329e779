/** What other features may ask of insights. */
export { deleteAbandonedInsights, failStuckInsights } from './insights.repo.ts'
