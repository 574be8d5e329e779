/** The notice about the last change, shown above every page. A new one replaces it. */
import { createListeners } from '../ui/create-listeners.ts'

export interface Notice {
  text: string
  isProblem?: boolean
  /** Undoes the change and returns what to say then. */
  undo?: () => Promise<Notice>
  link?: { text: string; to: string }
}

const listeners = createListeners()
let current: Notice | undefined

export const currentNotice = () => current
export const onNotice = listeners.add

export function showNotice(notice: Notice | undefined): void {
  current = notice
  listeners.notify()
}
