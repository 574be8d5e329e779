/** A transcript that is dropped on a recording in the list of uploads. */
import type { DragEvent } from 'react'
import { takeDrop } from './taken-drops.ts'
import { addRejected, attachTranscript, type Upload } from './upload-store.ts'

const mayBeTranscript = /\.(vtt|srt|sbv|otr|json|docx|txt)$/i

/** Everything else that is dropped here is left to the page. */
export const transcriptDrop = ({ id, projectId }: Upload) => ({
  onDrop: (event: DragEvent) => {
    const [file, ...others] = event.dataTransfer.files
    if (!file || others.length > 0 || !mayBeTranscript.test(file.name)) return
    takeDrop(event.nativeEvent)
    void attach(file, { id, projectId })
  },
})

async function attach(file: File, { id, projectId }: Pick<Upload, 'id' | 'projectId'>): Promise<void> {
  const { isTranscript } = await import('./pair-transcripts.ts')
  if (await isTranscript(file)) return attachTranscript(id, file)
  const about = { name: file.name, bytes: file.size, kind: 'file', projectId } as const
  addRejected(about, 'This is not a transcript. Use a file with times or speakers.')
}
