import { createTask } from './create-task.ts'
import { describeFile } from './describe-file.ts'
import { findFileProblem, isRecordingFile, isSurveyFile } from './file-kinds.ts'
import { pairTranscripts } from './pair-transcripts.ts'
import type { ReplacedImport } from './replace-import.ts'
import type { AddedFiles } from './upload-steps.ts'
import { addRejected, addUpload } from './upload-store.ts'

/** Starts uploads and returns survey files, whose columns the user reviews first. */
export async function addFiles(
  projectId: number,
  { files: added, kind, replaces }: AddedFiles,
): Promise<File[]> {
  const { files, transcripts } =
    kind === 'file' ? await pairTranscripts(added) : { files: added, transcripts: new Map<File, File>() }
  const isSurvey = ({ name }: File) => kind === 'file' && isSurveyFile(name)
  for (const file of files)
    if (!isSurvey(file)) addFile(file, { kind, projectId, replaces, transcript: transcripts.get(file) })
  return files.filter(isSurvey)
}

function addFile(
  file: File,
  {
    kind,
    projectId,
    replaces,
    transcript,
  }: {
    kind: 'file' | 'insight'
    projectId: number
    replaces: ReplacedImport | undefined
    transcript: File | undefined
  },
): void {
  const transcriptName = transcript && { transcriptName: transcript.name }
  const about = {
    name: file.name,
    bytes: file.size,
    kind,
    projectId,
    isRecording: kind === 'file' && isRecordingFile(file.name),
    ...transcriptName,
  }
  const problem = findFileProblem(file, kind)
  if (problem) {
    addRejected(about, problem)
    return
  }
  const saved = { ...describeFile(file), kind, projectId, ...(replaces && { replaces }), ...transcriptName }
  addUpload(about, createTask(saved, { file, transcript }), saved)
}
