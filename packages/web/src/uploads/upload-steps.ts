/** What the user has to decide before files are uploaded: one dialog after the other, on any page. */
import type { Duplicate } from '@inlet/contract/workspace'
import { createListeners } from '../ui/create-listeners.ts'
import type { ReplacedImport } from './replace-import.ts'

export interface FoundDuplicate {
  file: File
  duplicate: Duplicate
}

export interface AddedFiles {
  files: readonly File[]
  kind: 'file' | 'insight'
  /** The failed import of which they are a new version. */
  replaces?: ReplacedImport | undefined
}

export type UploadStep =
  | ({ type: 'project' } & AddedFiles)
  | { type: 'duplicates'; projectId: number; found: readonly FoundDuplicate[]; added: AddedFiles }
  | { type: 'survey'; projectId: number; file: File }

const listeners = createListeners()
let steps: readonly UploadStep[] = []

export const listSteps = () => steps

export const onSteps = listeners.add

export function addSteps(added: readonly UploadStep[]): void {
  steps = [...steps, ...added]
  listeners.notify()
}

export function endStep(ended: UploadStep): void {
  steps = steps.filter((step) => step !== ended)
  listeners.notify()
}
