/** Code of a screen or dialog that could not be loaded: offline, or after an update of the service. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  /** Makes the next render load it again. */
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('The code of this page could not be loaded.', { cause })
    this.reset = reset
  }
}
