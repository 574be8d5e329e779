import { describe, expect, it } from 'vitest'
import * as catalogue from './failures.ts'

const all = [
  catalogue.fileEmpty,
  catalogue.unsupported('xyz'),
  catalogue.typeMismatch('docx', 'a PDF document'),
  catalogue.passwordProtected,
  catalogue.damaged,
  catalogue.tooManyPages(5000),
  catalogue.tooManyPixels(100_000_000),
  catalogue.tooMuchText,
  catalogue.unpacksTooLarge,
  catalogue.tookTooLong,
  catalogue.outOfMemory,
  catalogue.unsupportedRecording('xyz'),
  catalogue.nothingToPlay,
  catalogue.recordingTooLong(24),
  catalogue.videoTooLarge(40_000_000),
  catalogue.recordingTookTooLong,
  catalogue.recordingOutOfMemory,
].map(({ failure }) => failure)

describe.each(all)('$code: $message', ({ message }) => {
  it('states what happened, why, and what to do in three short sentences', () => {
    const sentences = message.split(/(?<=[.])\s+(?=[A-Z])/)
    expect(sentences).toHaveLength(3)
    for (const sentence of sentences) expect(sentence.length).toBeLessThan(120)
    expect(sentences.at(-1)).toMatch(/upload/)
  })

  it('does not blame the user or name a tool', () => {
    expect(message).not.toMatch(
      /\b(you|your|invalid|illegal|error|libreoffice|soffice|pdf(info|totext)|sharp|ffmpeg)\b/i,
    )
  })
})
