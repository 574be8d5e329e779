/** Imports files through the API and returns their keys, to set up tests. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, sendTo } from './workspace.ts'

type StartedUpload = Parameters<typeof sendTo>[0] & {
  wav_key: string
  insight_key: string
  transcript?: Parameters<typeof sendTo>[0]
}

interface ToImport {
  name: string
  buffer: Uint8Array
}

interface SendOptions {
  kind?: 'file' | 'insight'
  transcript?: ToImport | undefined
}

/** Uploads without waiting for processing. */
export async function sendFile(
  projectId: number,
  { name, buffer }: ToImport,
  { kind = 'file', transcript }: SendOptions = {},
): Promise<string> {
  const spoken = transcript && { transcript_file_name: transcript.name }
  const named = kind === 'file' ? { file_name: name, ...spoken } : { filename: name }
  const started = await ask<StartedUpload>('POST', `/${kind}s`, { project_id: projectId, ...named })
  const key = kind === 'file' ? started.wav_key : started.insight_key
  await sendTo(started, new Uint8Array(buffer))
  if (transcript && started.transcript) await sendTo(started.transcript, new Uint8Array(transcript.buffer))
  await ask('POST', `/${kind}s/${key}/complete`, kind === 'insight' ? { should_publish: true } : undefined)
  return key
}

/** Waits until the import has the expected status. */
export async function importFile(
  projectId: number,
  file: ToImport,
  { kind = 'file', expected = 'ready', transcript }: SendOptions & { expected?: 'ready' | 'failed' } = {},
): Promise<string> {
  const key = await sendFile(projectId, file, { kind, transcript })
  for (;;) {
    const { status } = await ask<{ status: string }>('GET', `/imports/${kind}/${key}`)
    if (status === expected) return key
    if (status === 'ready' || status === 'failed') throw new Error(`${file.name} has the status ${status}.`)
    await sleep(250)
  }
}
