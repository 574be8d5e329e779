import { isSurveyFile, problemOf } from './file-kinds.ts'
import { fileWork, insightWork } from './send-file.ts'
import { addRefused, addUpload } from './upload-store.ts'

/** Starts what can be sent at once. Survey files are given back: their columns are looked at first. */
export function addFiles(projectId: number, files: readonly File[], kind: 'file' | 'insight'): File[] {
  const surveys: File[] = []
  for (const file of files) {
    if (kind === 'file' && isSurveyFile(file.name)) {
      surveys.push(file)
      continue
    }
    const about = { name: file.name, bytes: file.size, kind, projectId }
    const problem = problemOf(file, kind)
    if (problem) addRefused(about, problem)
    else addUpload(about, kind === 'file' ? fileWork(projectId, file) : insightWork(projectId, file))
  }
  return surveys
}
