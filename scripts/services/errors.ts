/** A failure the reader can act on: printed as its message alone, without a stack. */
export class ServiceError extends Error {
  override name = 'ServiceError'
}

/** A daemon ended while we waited for it. The caller may try another port. */
export class DaemonExited extends ServiceError {
  override name = 'DaemonExited'
}
