/** Imports a file and gives its key, so that a test begins with what it wants to look at. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PickedFile } from './files.ts'
import { ask, sendTo } from './workspace.ts'

type Begun = Parameters<typeof sendTo>[0] & { wav_key: string }

/** Waits until it is ready, or has failed where that is expected. */
export async function importFile(
  projectId: number,
  { name, buffer }: Pick<PickedFile, 'name' | 'buffer'>,
  expected: 'ready' | 'failed' = 'ready',
): Promise<string> {
  const begun = await ask<Begun>('POST', '/files', { project_id: projectId, file_name: name })
  await sendTo(begun, new Uint8Array(buffer))
  await ask('POST', `/files/${begun.wav_key}/complete`)
  for (;;) {
    const { status } = await ask<{ status: string }>('GET', `/imports/file/${begun.wav_key}`)
    if (status === expected) return begun.wav_key
    if (status === 'ready' || status === 'failed') throw new Error(`${name} became ${status}.`)
    await sleep(250)
  }
}
