/** Where all files arrive that the user picks, drops or pastes. */
import { showNotice } from '../notices/notice-store.ts'
import { addFiles } from './add-files.ts'
import { findFileProblem, isSurveyFile, type UploadKind } from './file-kinds.ts'
import { findDuplicates } from './find-duplicates.ts'
import { resumeUploads } from './interrupted-uploads.ts'
import { pairTranscripts } from './pair-transcripts.ts'
import { type AddedFiles, addSteps } from './upload-steps.ts'

/** Uploads them, after the dialogs that they need. */
export async function acceptFiles({
  files,
  kind,
  replaces,
  projectId,
}: AddedFiles & { projectId?: number | undefined }): Promise<void> {
  if (files.length === 0) return
  try {
    const kinds: UploadKind[] = kind === 'insight' ? ['insight'] : ['file', 'survey']
    const others = await resumeUploads(files, { kinds, ...(projectId !== undefined && { projectId }) })
    if (others.length === 0) return
    if (projectId === undefined) addSteps([{ type: 'project', files: others, kind }])
    else await upload(projectId, { files: others, kind, replaces })
  } catch {
    showNotice({
      text: 'The files were not added, because a part of the page could not be loaded. Check the connection, then add them again.',
      isProblem: true,
    })
  }
}

/** Holds back what was imported before, and uploads the others at once. */
async function upload(projectId: number, added: AddedFiles): Promise<void> {
  const { files, kind } = added
  const { transcripts } =
    kind === 'file' ? await pairTranscripts(files) : { transcripts: new Map<File, File>() }
  const attached = new Set(transcripts.values())
  const isComparable = (file: File) =>
    !attached.has(file) && !isSurveyFile(file.name) && !findFileProblem(file, kind)
  const duplicates = await findDuplicates(files.filter(isComparable), projectId)
  if (duplicates.size === 0) return uploadAll(projectId, added)
  const held = new Set([...duplicates.keys()].flatMap((file) => [file, transcripts.get(file)]))
  const found = Array.from(duplicates, ([file, duplicate]) => ({ file, duplicate }))
  const asked = { ...added, files: files.filter((file) => held.has(file)) }
  addSteps([{ type: 'duplicates', projectId, found, added: asked }])
  await uploadAll(projectId, { ...added, files: files.filter((file) => !held.has(file)) })
}

export async function uploadAll(projectId: number, added: AddedFiles): Promise<void> {
  const surveys = await addFiles(projectId, added)
  addSteps(surveys.map((file) => ({ type: 'survey', projectId, file })))
}
