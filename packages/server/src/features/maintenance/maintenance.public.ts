export { retryJobIn } from './jobs/retry-job.ts'
