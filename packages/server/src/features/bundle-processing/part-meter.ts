/** Limits the memory of the responses of a part, which are kept until the part is saved. */
import { limits } from './bundle.policy.ts'
import { bundleFault } from './bundle-fault.ts'

export interface MeasuredResponse {
  options: readonly number[]
  ranks: readonly number[] | null
  time_text: string | null
  media: readonly (readonly [number, string])[]
  notes: readonly { text: string }[]
}

/** The returned function throws once the responses of the part take more than `maxBytes`, about. */
export function createPartMeter(
  path: string,
  maxBytes: number = limits.partBytes,
): (response: MeasuredResponse) => void {
  let bytes = 0
  return ({ options, ranks, time_text, media, notes }) => {
    bytes += bytesANumber * (options.length + (ranks?.length ?? 0))
    for (const [, text] of media) bytes += bytesACell + text.length
    for (const { text } of notes) bytes += bytesACell + text.length
    bytes += bytesACell + (time_text?.length ?? 0)
    if (bytes > maxBytes) throw bundleFault('content_invalid', path, 'the responses of a part are too large')
  }
}

/** In the rows that are sent to the database. */
const bytesANumber = 8
const bytesACell = 40
