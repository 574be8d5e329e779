export { retryJobIn } from './retry-job.ts'
