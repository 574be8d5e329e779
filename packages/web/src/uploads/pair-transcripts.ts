/** Finds the transcripts among files that are added together: those named like a recording. */
import { isRecordingFile } from './file-kinds.ts'

export interface PairedFiles {
  /** Transcripts by their recordings. */
  transcripts: ReadonlyMap<File, File>
  /** Without the transcripts. */
  files: readonly File[]
}

export async function pairTranscripts(files: readonly File[]): Promise<PairedFiles> {
  const transcripts = new Map<File, File>()
  const recordings = files.filter(({ name }) => isRecordingFile(name))
  if (recordings.length === 0 || recordings.length === files.length) return { transcripts, files }
  const { sidecarNames } = await import('@inlet/transcripts')
  const byName = new Map(files.map((file) => [file.name.toLowerCase(), file]))
  for (const recording of recordings) {
    for (const name of sidecarNames(recording.name.toLowerCase())) {
      const transcript = byName.get(name)
      if (!transcript || !(await isTranscript(transcript))) continue
      transcripts.set(recording, transcript)
      break
    }
  }
  const paired = new Set(transcripts.values())
  return { transcripts, files: files.filter((file) => !paired.has(file)) }
}

/** A text or document named like a recording may be something else, such as notes. */
export async function isTranscript(file: File): Promise<boolean> {
  const { maxTranscriptBytes, readTranscript } = await import('@inlet/transcripts')
  if (file.size > maxTranscriptBytes) return false
  const bytes = new Uint8Array(await file.arrayBuffer())
  return (await readTranscript(bytes, { fileName: file.name })).ok
}
