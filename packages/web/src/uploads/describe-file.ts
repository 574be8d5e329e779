import { handleOf } from './file-handles.ts'
import type { SavedFile } from './saved-uploads.ts'

/** Not `randomUUID`, which browsers have only on secure origins. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

export const factsOf = ({ name, size: bytes, lastModified }: File): SavedFile => ({
  name,
  bytes,
  lastModified,
})

/** What is kept of an upload that starts now. */
export function describeFile(file: File) {
  const handle = handleOf(file)
  return { ...factsOf(file), id: newId(), savedAt: Date.now(), ...(handle && { handle }) }
}
