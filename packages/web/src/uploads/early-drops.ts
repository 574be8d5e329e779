import { readDropped } from './dropped-files.ts'

/**
 * A file that is dropped where nothing takes it would be opened by the browser, and the app with its uploads would be gone.
 * Files that are dropped before the code of uploads was loaded are kept for it.
 */
let waiting: Promise<File[]>[] | undefined = []

export function keepPageOnDrop(): void {
  addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault()
  })
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    // Not on the pages without a session.
    if (event.dataTransfer && document.getElementById('page')) waiting?.push(readDropped(event.dataTransfer))
  })
}

/** From now on, the caller takes what is dropped. */
export function takeEarlyDrops(): Promise<File[]>[] {
  const drops = waiting ?? []
  waiting = undefined
  return drops
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
