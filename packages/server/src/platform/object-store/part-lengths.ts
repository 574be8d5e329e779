/**
 * Finds out whether the store refuses a part that is longer or shorter than the signed length. Only then is the size of a
 * multipart upload limited before `complete` checks it.
 */
import { randomUUID } from 'node:crypto'
import { once } from './once.ts'
import { probePrefix } from './prefixes.ts'
import type { SignPartUrls, StoreUpload } from './sign-parts.ts'
import { isDeniedOrUnsupported, isTemporaryStatus, storeReason } from './store-errors.ts'

export interface LengthCheck {
  state: 'enforced' | 'ignored' | 'unsupported'
  detail: string
}

export interface PartLengths {
  /** Asks the store at the first call and remembers its answer. */
  check(): Promise<LengthCheck>
}

interface Uploads {
  createUpload(key: string, contentType: string): Promise<string>
  listParts(upload: StoreUpload): Promise<{ bytes: number }[] | null>
  abortUpload(upload: StoreUpload): Promise<void>
  sign: SignPartUrls
}

const signedBytes = 64
const expirySeconds = 60
const putTimeoutMs = 10_000

export function partLengths(uploads: Uploads): PartLengths {
  return { check: once(() => checkLengths(uploads)) }
}

async function checkLengths(uploads: Uploads): Promise<LengthCheck> {
  const key = `${probePrefix}${randomUUID()}`
  let uploadId: string
  try {
    uploadId = await uploads.createUpload(key, 'text/plain')
  } catch (error) {
    if (!isDeniedOrUnsupported(error)) throw error
    return { state: 'unsupported', detail: `an upload cannot be created (${storeReason(error)})` }
  }
  const upload = { key, uploadId }
  try {
    const { urls } = await uploads.sign(upload, [{ number: 1, bytes: signedBytes }], expirySeconds)
    const put = (bytes: number) => putPart(urls[0] ?? '', bytes)
    const wrong = [await put(signedBytes + 1), await put(signedBytes - 1)]
    const kept = await uploads.listParts(upload)
    if (wrong.some((status) => status < 400) || kept?.length !== 0)
      return { state: 'ignored', detail: `parts of another length gave status ${wrong.join(' and ')}` }
    const right = await put(signedBytes)
    const stored = await uploads.listParts(upload)
    if (right < 300 && stored?.[0]?.bytes === signedBytes)
      return { state: 'enforced', detail: 'only a part of the signed length is stored' }
    return { state: 'unsupported', detail: `a part of the signed length gave status ${right}` }
  } catch (error) {
    if (!isDeniedOrUnsupported(error)) throw error
    return { state: 'unsupported', detail: `the parts cannot be listed (${storeReason(error)})` }
  } finally {
    // If this fails, the lifecycle rule of the bucket aborts it.
    await uploads.abortUpload(upload).catch(() => {})
  }
}

async function putPart(url: string, bytes: number): Promise<number> {
  const answer = await fetch(url, {
    method: 'PUT',
    body: Buffer.alloc(bytes, 'x'),
    redirect: 'manual',
    signal: AbortSignal.timeout(putTimeoutMs),
  })
  await answer.body?.cancel()
  if (isTemporaryStatus(answer.status)) throw new Error(`A part was answered with status ${answer.status}.`)
  return answer.status
}
