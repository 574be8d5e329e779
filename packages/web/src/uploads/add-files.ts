import { findFileProblem, isSurveyFile } from './file-kinds.ts'
import { createFileUpload, createInsightUpload } from './send-file.ts'
import { addRejected, addUpload } from './upload-store.ts'

/** Starts uploads and returns survey files, whose columns the user reviews first. */
export function addFiles(projectId: number, files: readonly File[], kind: 'file' | 'insight'): File[] {
  const surveys: File[] = []
  for (const file of files) {
    if (kind === 'file' && isSurveyFile(file.name)) {
      surveys.push(file)
      continue
    }
    const about = { name: file.name, bytes: file.size, kind, projectId }
    const problem = findFileProblem(file, kind)
    if (problem) addRejected(about, problem)
    else
      addUpload(
        about,
        kind === 'file' ? createFileUpload(projectId, file) : createInsightUpload(projectId, file),
      )
  }
  return surveys
}
