import { isInletError } from '../api/api-error.ts'

interface Named {
  name: string
  etag: string
}

/** Renames what the user saw as `seen`. If anything but its name has changed since, the name is changed nevertheless. */
export async function renameFrom<Renamed>(
  seen: Named,
  rename: (ifMatch: string) => Promise<Renamed>,
  readCurrent: () => Promise<Named>,
): Promise<Renamed> {
  try {
    return await rename(seen.etag)
  } catch (error) {
    if (!isInletError(error, 'precondition_failed')) throw error
    const now = await readCurrent()
    if (now.name !== seen.name) throw error
    return rename(now.etag)
  }
}
