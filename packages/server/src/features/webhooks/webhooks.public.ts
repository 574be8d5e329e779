/** Webhooks, for maintenance. */
export {
  deleteOrphanedDeliveries,
  dropOldDeliveries,
  readDeliveryMetrics,
} from './deliveries.repo.ts'
export { replaceLostSecrets } from './replace-lost-secrets.ts'
export { resealWebhookSecrets } from './webhooks.repo.ts'
