/**
 * Files that the browser can open again after the page was reloaded: those that were dropped, in Chromium. The user may have to
 * allow it again.
 */
type Permission = 'granted' | 'denied' | 'prompt'

/** What this app uses of a FileSystemFileHandle; permissions are not part of the standard yet. */
export interface ReadableHandle {
  readonly kind: 'file'
  getFile(): Promise<File>
  queryPermission?(options: { mode: 'read' }): Promise<Permission>
  requestPermission?(options: { mode: 'read' }): Promise<Permission>
}

const handles = new WeakMap<File, ReadableHandle>()

export const handleOf = (file: File): ReadableHandle | undefined => handles.get(file)

export function keepHandle(file: File, handle: ReadableHandle): void {
  handles.set(file, handle)
}

/** Undefined if the file is gone or may not be read. Asks the user only if `canAsk`, which needs a click. */
export async function openHandle(
  handle: ReadableHandle,
  { canAsk }: { canAsk: boolean },
): Promise<File | undefined> {
  try {
    let permission = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted'
    if (permission === 'prompt' && canAsk)
      permission = (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted'
    if (permission !== 'granted') return undefined
    const file = await handle.getFile()
    keepHandle(file, handle)
    return file
  } catch {
    return undefined
  }
}
