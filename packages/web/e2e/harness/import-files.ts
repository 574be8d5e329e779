/** Imports a document or a file and gives its key, so that a test begins with what it wants to look at. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, sendTo } from './workspace.ts'

type Begun = Parameters<typeof sendTo>[0] & { wav_key: string; insight_key: string }

interface ToImport {
  name: string
  buffer: Uint8Array
}

/** Does not wait for the work on it. */
export async function sendFile(
  projectId: number,
  { name, buffer }: ToImport,
  kind: 'file' | 'insight' = 'file',
): Promise<string> {
  const named = kind === 'file' ? { file_name: name } : { filename: name }
  const begun = await ask<Begun>('POST', `/${kind}s`, { project_id: projectId, ...named })
  const key = kind === 'file' ? begun.wav_key : begun.insight_key
  await sendTo(begun, new Uint8Array(buffer))
  await ask('POST', `/${kind}s/${key}/complete`, kind === 'insight' ? { should_publish: true } : undefined)
  return key
}

/** Waits until it is ready, or has failed where that is expected. */
export async function importFile(
  projectId: number,
  file: ToImport,
  { kind = 'file', expected = 'ready' }: { kind?: 'file' | 'insight'; expected?: 'ready' | 'failed' } = {},
): Promise<string> {
  const key = await sendFile(projectId, file, kind)
  for (;;) {
    const { status } = await ask<{ status: string }>('GET', `/imports/${kind}/${key}`)
    if (status === expected) return key
    if (status === 'ready' || status === 'failed') throw new Error(`${file.name} became ${status}.`)
    await sleep(250)
  }
}
