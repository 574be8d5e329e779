import { lchown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxGid, sandboxUid } from './sandbox.ts'

/** Changes the owner of a directory tree to the user that programs run as. Does nothing unless we are root. */
export async function handToSandbox(directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  for (const name of await readdir(directory, { recursive: true })) {
    await lchown(join(directory, name), sandboxUid, sandboxGid)
  }
  await lchown(directory, sandboxUid, sandboxGid)
}
