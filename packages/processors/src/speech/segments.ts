/** Turns the words of a chunk into timed segments of about a sentence. */

import type { RecognizedChunk } from './engine-messages.ts'
import { endsSentence } from './sentences.ts'
import type { Segment, Word } from './transcript.ts'
import { oneLine } from './transcript.ts'
import { timeWords } from './word-times.ts'

export function segmentChunk(
  chunk: Pick<RecognizedChunk, 'startMs' | 'endMs' | 'voiceMs' | 'text' | 'isSuspicious'>,
): Segment[] {
  const text = oneLine(chunk.text)
  if (text === '') return []
  const voiceMs = chunk.voiceMs.length > 0 ? chunk.voiceMs : [[chunk.startMs, chunk.endMs] as const]
  const words = timeWords(text.split(' '), voiceMs)
  return groupSentences(words).map((sentence) => toSegment(sentence, chunk.isSuspicious))
}

/** Also for engines that report word times. */
export function groupSentences(words: readonly Word[]): Word[][] {
  const sentences: Word[][] = []
  let open: Word[] = []
  for (const [index, word] of words.entries()) {
    open.push(word)
    if (!endsSentence(word.text, words[index + 1]?.text ?? null)) continue
    sentences.push(open)
    open = []
  }
  return sentences
}

export function toSegment(words: readonly Word[], isSuspicious: boolean): Segment {
  const startMs = words[0]?.startMs ?? 0
  const endMs = words.at(-1)?.endMs ?? startMs
  return { startMs, endMs, text: words.map((word) => word.text).join(' '), words, isSuspicious }
}
