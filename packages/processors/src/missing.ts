/** Null for a file that is not there. Any other trouble is thrown: it says nothing about the file. */
export async function nullIfMissing<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof Error && 'code' in error && missingCodes.has(error.code)) return null
    throw error
  }
}

/** ESRCH: files of /proc whose process ended while they were read. ELOOP: a link that leads to itself. */
const missingCodes = new Set<unknown>(['ENOENT', 'ENOTDIR', 'ELOOP', 'ESRCH'])
