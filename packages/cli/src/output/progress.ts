/** What a progress display shows, whatever draws it. */

export interface ProgressItem {
  name: string
  /** 0 to 100; undefined where nothing can be said. */
  percent: number | undefined
  /** Rate, time left, or what it waits for. */
  note: string
}

export interface ProgressState {
  items: readonly ProgressItem[]
  /** The line below them, for everything together. */
  total: ProgressItem
}

export interface ProgressView {
  /** Called whenever something has changed; it is drawn when the time has come. */
  readonly update: (state: () => ProgressState) => void
  /** A line that stays, above what is drawn. */
  readonly print: (line: string) => void
  /** Wipes what is drawn. Must be called at the end. */
  readonly close: () => void
}

export const silentProgress: ProgressView = { update() {}, print() {}, close() {} }
