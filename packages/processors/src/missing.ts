/** Null if the file does not exist. Other errors are thrown. */
export async function nullIfMissing<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof Error && 'code' in error && missingCodes.has(error.code)) return null
    throw error
  }
}

/** ESRCH: a /proc file whose process ended while it was read. ELOOP: a symbolic link to itself. */
const missingCodes = new Set<unknown>(['ENOENT', 'ENOTDIR', 'ELOOP', 'ESRCH'])
