/** What the server has of a line that is edited, and how to restore the line. Pure. */
import type { TranscriptSegment } from '@inlet/contract/workspace'
import { textOf } from '../transcript-time.ts'

export interface SavedLine {
  text: string
  version: number
  /** The text before this editing session. */
  original: string
  /** The last change of this editing session. */
  change: number | undefined
  /** Undoing `change` restores the original text. */
  isOneChange: boolean
}

export const savedOf = (line: TranscriptSegment): SavedLine => ({
  text: textOf(line),
  version: line.version,
  original: textOf(line),
  change: undefined,
  isOneChange: true,
})

/**
 * After a save. Nothing has changed if the line had the text already, such as after a response that was lost: somebody else may
 * have made that change, so undoing it could undo more than this line.
 */
export function afterSave(
  before: SavedLine,
  text: string,
  { lines: [line], changed }: { lines: readonly Pick<TranscriptSegment, 'version'>[]; changed: boolean },
): SavedLine {
  const version = line?.version ?? before.version
  if (version === before.version) return { ...before, text }
  const isFirst = before.change === undefined && before.text === before.original
  // The server adds to the last change only if nothing else has changed since.
  const isContinued = before.change !== undefined && before.isOneChange && version === before.change + 1
  return {
    ...before,
    text,
    version,
    change: changed ? version : undefined,
    isOneChange: changed && (isFirst || isContinued),
  }
}
