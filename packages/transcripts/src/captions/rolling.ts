/**
 * Automatic captions of YouTube roll: a cue repeats the line before and adds one, and cues of 10 ms hold a line on the
 * screen. Every new line counts once, with the times of the cue that brings it.
 */
import { readMarkup } from '../text/markup.ts'
import { oneLine } from '../text/one-line.ts'
import type { CaptionBlock } from './blocks.ts'

const inlineTime = /<\d{1,4}:[\d:.]+>/

export const hasInlineTimes = (lines: readonly string[]): boolean =>
  lines.some((line) => inlineTime.test(line))

/** The blocks without what they repeat; the same if nothing is repeated. */
export function dropRepeatedLines(blocks: readonly CaptionBlock[]): readonly CaptionBlock[] {
  const plain = blocks.map(({ lines }) => lines.map(plainText))
  const isRepeated = (block: number, line: number) => {
    const text = plain[block]?.[line] ?? ''
    const hasTimes = inlineTime.test(blocks[block]?.lines[line] ?? '')
    return text !== '' && !hasTimes && (plain[block - 1] ?? []).includes(text)
  }
  if (!blocks.some((_, block) => isRepeated(block, 0))) return blocks
  return blocks
    .map((block, index) => ({ ...block, lines: block.lines.filter((_, line) => !isRepeated(index, line)) }))
    .filter(({ lines }) => lines.length > 0)
}

function plainText(line: string): string {
  const pieces = readMarkup(line, { hasEntities: true })
  return oneLine(pieces.map(({ text }) => text).join(''))
}
