/** An error that the user can fix; only its message is printed. */
export class ServiceError extends Error {
  override name = 'ServiceError'
}

/** A daemon exited while we waited for it. The caller may try another port. */
export class DaemonExited extends ServiceError {
  override name = 'DaemonExited'
}
