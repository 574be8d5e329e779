/** What a progress display shows, independent of how it is drawn. */

export interface ProgressItem {
  name: string
  /** 0 to 100; undefined if unknown. */
  percent: number | undefined
  /** Rate, time left or state. */
  note: string
}

export interface ProgressState {
  items: readonly ProgressItem[]
  /** The total, below the items. */
  total: ProgressItem
}

export interface ProgressView {
  /** Call after every change; drawing is throttled. */
  readonly update: (state: () => ProgressState) => void
  /** Prints a permanent line above the progress. */
  readonly print: (line: string) => void
  /** Clears the progress. Must be called at the end. */
  readonly close: () => void
}

export const silentProgress: ProgressView = { update() {}, print() {}, close() {} }
