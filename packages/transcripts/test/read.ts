import { readTranscript } from '../src/read-transcript.ts'
import type { Transcript } from '../src/transcript.ts'

/** Fails for a file that cannot be read. */
export async function read(content: string | Uint8Array, fileName = 'interview.txt'): Promise<Transcript> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const result = await readTranscript(bytes, { fileName })
  if (!result.ok) throw new Error(result.problem)
  return result
}

export async function problemOf(content: string | Uint8Array, fileName = 'interview.txt'): Promise<string> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const result = await readTranscript(bytes, { fileName })
  return result.ok ? 'none' : result.problem
}

/** `0-1000 Name: text` for each cue. */
export const linesOf = ({ cues }: Transcript) =>
  cues.map(({ startMs, endMs, speaker, text }) => `${startMs}-${endMs} ${speaker ?? '-'}: ${text}`)
