/** Errors and retry rules that the web app shares with the SDK. Not part of the published package. */
export { ConnectionError, InletError, isTransient, RateLimitedError } from '../errors.ts'
export { errorOf } from '../http/answer-error.ts'
