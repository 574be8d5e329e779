/** The open project, into which files are uploaded that are dropped or pasted. */
import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '../ui/create-listeners.ts'

export interface UploadTarget {
  projectId: number
  projectName: string
}

const listeners = createListeners()
let current: UploadTarget | undefined

export const useUploadTarget = (): UploadTarget | undefined =>
  useSyncExternalStore(listeners.add, () => current)

/** While the page of the project is shown. */
export function useAsUploadTarget({ projectId, projectName }: UploadTarget): void {
  useEffect(() => {
    const target = { projectId, projectName }
    set(target)
    return () => {
      if (current === target) set(undefined)
    }
  }, [projectId, projectName])
}

function set(target: UploadTarget | undefined): void {
  current = target
  listeners.notify()
}
