export { resealEverything } from './garbage-collection/reseal-everything.ts'
export { retryJobIn } from './jobs/retry-job.ts'
