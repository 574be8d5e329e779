/**
 * Time saved by resuming: an upload in parts that breaks at 95 % is resumed, and the same file is sent from the start. The
 * store keeps its objects on disk. `parts_ratio` compares a whole upload in parts with a form of the same file.
 */
import { upload } from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'
import { median } from './lib/probe.ts'
import { MiB, secondsSince, type UploadTarget, withUploadTarget } from './lib/upload-target.ts'

const fileBytes = Number(process.env['BENCH_BYTES'] ?? 2048 * MiB)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const breakAt = 0.95

async function sendForm({ inlet, projectId, path }: UploadTarget): Promise<number> {
  const begun = await inlet.files.initialize({ project_id: projectId, file_name: 'recording.mp4' })
  const startedAt = performance.now()
  await upload(begun, await fileFromPath(path))
  return secondsSince(startedAt)
}

/** Sends until the share has arrived, and stops. */
async function sendParts({ inlet, projectId, path }: UploadTarget, share: number) {
  const controller = new AbortController()
  const startedAt = performance.now()
  const handle = inlet.files.import(await fileFromPath(path), {
    projectId,
    signal: controller.signal,
    onProgress({ sentBytes, stage }) {
      if (stage === 'uploading' && sentBytes >= share * fileBytes) controller.abort()
    },
  })
  const { wav_key: key } = await handle.started()
  await handle.accepted().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  return { key, seconds: secondsSince(startedAt) }
}

async function resume({ inlet, path }: UploadTarget, key: string): Promise<number> {
  const startedAt = performance.now()
  const handle = inlet.files.resume(key, await fileFromPath(path))
  await new Promise<void>((resolve, reject) => {
    handle.onProgress(({ sentBytes }) => sentBytes === fileBytes && resolve())
    handle.accepted().then(() => resolve(), reject)
  })
  const seconds = secondsSince(startedAt)
  await handle.accepted()
  handle.cancel()
  return seconds
}

async function measure(target: UploadTarget): Promise<void> {
  await sendForm(target)
  const forms: number[] = []
  const whole: number[] = []
  const resumed: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    forms.push(await sendForm(target))
    whole.push((await sendParts(target, 1)).seconds)
    const { key } = await sendParts(target, breakAt)
    resumed.push(await resume(target, key))
    const [form, all, rest] = [forms, whole, resumed].map((list) => list.at(-1)?.toFixed(1))
    console.log(`round ${i + 1}: form_s=${form} parts_s=${all} resume_s=${rest}`)
  }
  const [form, all, rest] = [median(forms), median(whole), median(resumed)]
  console.log(
    `resume saved=${((1 - rest / all) * 100).toFixed(0)}% resume_s=${rest.toFixed(1)} again_s=${all.toFixed(1)} break_at=${breakAt} parts_ratio=${(form / all).toFixed(2)} parts_MiBps=${(fileBytes / MiB / all).toFixed(0)} bytes=${fileBytes}`,
  )
}

export const run = () => withUploadTarget(fileBytes, {}, measure)
