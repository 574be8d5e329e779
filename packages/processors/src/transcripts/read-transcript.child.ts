/**
 * Runs in the sandbox: reads a transcript and fits it to its recording. Arguments: the file, its name, the duration and
 * language of the recording, the file to write the segments to. Prints the rest of the result as JSON.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { fitTranscript, readTranscript } from '@inlet/transcripts'
import type { TranscriptVerdict } from './transcript-verdict.ts'

const [path = '', fileName = '', durationMs, language = '', segmentsPath = ''] = process.argv.slice(2)

async function judge(): Promise<TranscriptVerdict> {
  const read = await readTranscript(await readFile(path), { fileName })
  if (!read.ok) return { problem: read.problem }
  const fitted = fitTranscript(read, { durationMs: Number(durationMs), language })
  if (!fitted.ok) return { problem: fitted.problem }
  await writeFile(segmentsPath, JSON.stringify(fitted.segments))
  return { format: read.format, notices: [...fitted.notices], language: fitted.language }
}

process.stdout.write(JSON.stringify(await judge()))
