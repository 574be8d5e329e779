import { lchown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxGid, sandboxUid } from './sandbox.ts'

/**
 * Gives a directory and all in it to the user the programs run as. Nothing to do for an ordinary user, who runs them as
 * himself.
 */
export async function handToSandbox(directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  for (const name of await readdir(directory, { recursive: true })) {
    await lchown(join(directory, name), sandboxUid, sandboxGid)
  }
  await lchown(directory, sandboxUid, sandboxGid)
}
