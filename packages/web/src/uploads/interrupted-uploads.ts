/** Lists the uploads that a closed or reloaded tab has left, and resumes them with the files that the user chooses again. */
import { InletError } from '@inlet/sdk/shared/errors'
import { countOf } from '../ui/format/count.ts'
import { createTask, type UploadFiles } from './create-task.ts'
import { openHandle } from './file-handles.ts'
import { pairTranscripts } from './pair-transcripts.ts'
import { isSameFile, listSavedUploads, type SavedUpload } from './saved-uploads.ts'
import { listLockedUploads } from './upload-locks.ts'
import {
  addInterrupted,
  dismissUpload,
  findInterrupted,
  isListed,
  lockInterrupted,
  rejectUpload,
  resumeUpload,
  type UploadPlace,
} from './upload-store.ts'

type Saved = Omit<SavedUpload, 'userId'>

let shownTo: number | undefined

/** Once after the page was loaded: later, those of this tab are listed anyway. */
export async function showInterruptedUploads(userId: number): Promise<void> {
  if (shownTo === userId) return
  shownTo = userId
  for (const delayMs of listAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await listUnlocked()
  }
}

/** The browser may release the locks of a page that was just left a little later. */
const listAfterMs = [0, 1_000, 5_000]

async function listUnlocked(): Promise<void> {
  const saved = await listSavedUploads()
  const locked = await listLockedUploads()
  for (const upload of saved) {
    if (locked.has(upload.id) || isListed(upload.id)) continue
    const id = addInterrupted(upload)
    if (upload.handle) void reopen(id, upload, { canAsk: false })
  }
}

/** Opens the file again where the browser can. False if the user has to choose it. */
export async function reopen(id: number, saved: Saved, { canAsk }: { canAsk: boolean }): Promise<boolean> {
  if (!saved.handle || needsTranscript(saved) || saved.media?.length) return false
  const file = await openHandle(saved.handle, { canAsk })
  if (!file) return false
  await resumeWith(id, saved, { file })
  return true
}

/**
 * Resumes every interrupted upload whose file is among the chosen ones, and returns the files of none. `place` restricts the
 * uploads.
 */
export async function resumeUploads(chosen: readonly File[], place: UploadPlace = {}): Promise<File[]> {
  const { transcripts } = await pairTranscripts(chosen)
  const used = new Set<File>()
  for (const file of chosen) {
    const interrupted = findInterrupted(file, place)
    if (!interrupted) continue
    const { id, saved } = interrupted
    const content = { file, transcript: transcripts.get(file), media: findMedia(saved, chosen) }
    for (const one of [file, content.transcript, ...(content.media ?? [])]) if (one) used.add(one)
    await resumeWith(id, saved, content)
  }
  return chosen.filter((file) => !used.has(file))
}

/** Undefined if some are not among the chosen files. */
function findMedia({ media = [] }: Saved, chosen: readonly File[]): File[] | undefined {
  const found = media.map((saved) => chosen.find((file) => isSameFile(saved, file)))
  return found.every((file) => file !== undefined) ? found : undefined
}

/** For the button of one upload, which says why a file is not the right one. */
export async function resumeOne(id: number, saved: Saved, chosen: readonly File[]): Promise<void> {
  const { files, transcripts } = await pairTranscripts(chosen)
  const [first] = files
  const file = files.find((one) => isSameFile(saved, one)) ?? first
  if (file)
    await resumeWith(id, saved, { file, transcript: transcripts.get(file), media: findMedia(saved, chosen) })
}

async function resumeWith(id: number, saved: Saved, content: UploadFiles): Promise<void> {
  if (!isSameFile(saved, content.file)) return rejectUpload(id, otherFileError(saved))
  if (needsTranscript(saved) && !content.transcript) return rejectUpload(id, transcriptError(saved))
  if (saved.media?.length && !content.media) return rejectUpload(id, mediaError(saved))
  const current = await lockInterrupted(id)
  if (current) resumeUpload(id, createTask(current, content))
}

export async function discardInterrupted(id: number): Promise<void> {
  const saved = await lockInterrupted(id)
  if (!saved) return
  const { kind, projectId, key } = saved
  dismissUpload(id)
  if (key === undefined || kind === 'survey') return
  const { recordOf } = await import('./upload-record.ts')
  // If it fails, the service removes the parts after a week.
  await recordOf(kind, projectId)
    .discard(key)
    .catch(() => {})
}

/** Once the record exists, its transcript has arrived. */
const needsTranscript = ({ transcriptName, key }: Saved): boolean =>
  transcriptName !== undefined && key === undefined

function otherFileError({ name }: Saved): InletError {
  const message = `This is not the file of the interrupted upload, or it has changed. Choose ${name} as it was, or discard this upload.`
  return new InletError(message, { code: 'other_file' })
}

function transcriptError({ name, transcriptName }: Saved): InletError {
  const message = `Choose ${name} together with its transcript ${transcriptName}, or discard this upload.`
  return new InletError(message, { code: 'transcript_missing' })
}

function mediaError({ name, media = [] }: Saved): InletError {
  const message = `Choose ${name} together with its ${countOf(media.length, 'media file')}, or discard this upload.`
  return new InletError(message, { code: 'media_missing' })
}
