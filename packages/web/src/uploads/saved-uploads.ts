/**
 * The uploads that are not finished, without the content of their files, so that they can be resumed after the tab was
 * closed or reloaded. Kept for each user separately, until the upload ends, expires or the user signs out, because file names
 * can be confidential.
 */
import type { ReadableHandle } from './file-handles.ts'
import type { UploadKind } from './file-kinds.ts'
import type { ReplacedImport } from './replace-import.ts'
import type { AppendPlan, SurveyPlan } from './survey-plan.ts'
import { deleteStored, findStored, putStored, readStored } from './upload-database.ts'
import { uploadOwner } from './upload-owner.ts'

/** What identifies a file that is chosen again. */
export interface SavedFile {
  name: string
  bytes: number
  lastModified: number
}

export interface SavedUpload extends SavedFile {
  id: string
  userId: number
  kind: UploadKind
  projectId: number
  savedAt: number
  /** Of the record, once it was created. */
  key?: string
  /** The failed import that it replaces. */
  replaces?: ReplacedImport
  /** A transcript that has to be sent with the recording. */
  transcriptName?: string
  /** What was chosen for a survey. */
  survey?: SurveyPlan
  append?: AppendPlan
  /** Files that have to be sent with a survey. */
  media?: readonly SavedFile[]
  /** Where the browser can open the file again by itself. */
  handle?: ReadableHandle
}

/** The service keeps an upload for seven days after the last part was signed. */
const lifeMs = 7 * 24 * 3_600_000

/** What earlier versions kept elsewhere. */
export function removeOldUploads(userId: number): void {
  localStorage.removeItem(`inlet.uploads.${userId}`)
}

/** In the order in which they were added. */
export async function listSavedUploads(now = Date.now()): Promise<SavedUpload[]> {
  const stored = (await readStored()).filter(isSavedUpload)
  for (const { id, savedAt } of stored) if (now - savedAt >= lifeMs) void deleteStored(id)
  return ownUploads(stored, { userId: uploadOwner(), now })
}

export function ownUploads(
  stored: readonly SavedUpload[],
  { userId, now }: { userId: number | undefined; now: number },
): SavedUpload[] {
  return stored
    .filter((upload) => upload.userId === userId && now - upload.savedAt < lifeMs)
    .sort((a, b) => a.savedAt - b.savedAt)
}

export async function saveUpload(upload: Omit<SavedUpload, 'userId'>): Promise<void> {
  const userId = uploadOwner()
  if (userId !== undefined) await putStored({ ...upload, userId })
}

/** As it is stored now. Undefined if it has ended meanwhile; as known where it cannot be read. */
export async function readSavedUpload(
  known: Omit<SavedUpload, 'userId'>,
): Promise<Omit<SavedUpload, 'userId'> | undefined> {
  const stored = await findStored(known.id)
  return stored ? stored.find(isSavedUpload) : known
}

export const forgetUpload = deleteStored

export async function forgetAllUploads(): Promise<void> {
  for (const { id } of await listSavedUploads()) await deleteStored(id)
}

type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

/** Parts of two versions of a file must not be mixed. Names of one file can differ in how a system writes their accents. */
export const isSameFile = (upload: SavedFile, file: FileFacts): boolean =>
  upload.name.normalize('NFC') === file.name.normalize('NFC') &&
  upload.bytes === file.size &&
  upload.lastModified === file.lastModified

export function isSavedUpload(value: unknown): value is SavedUpload {
  const { id, name, savedAt, userId } = (value ?? {}) as Partial<Record<string, unknown>>
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof savedAt === 'number' &&
    typeof userId === 'number'
  )
}
