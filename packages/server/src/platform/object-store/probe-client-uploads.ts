/** Verifies what multipart uploads of clients need. Without it the service offers forms only. */
import type { ObjectStore } from './object-store.ts'
import { incomingPrefix } from './prefixes.ts'
import type { ProbeResult } from './probe-result.ts'
import { isDeniedOrUnsupported, storeReason } from './store-errors.ts'

export async function probeClientUploads(store: ObjectStore): Promise<ProbeResult[]> {
  return [await probeLengths(store), await probeListing(store)]
}

async function probeLengths(store: ObjectStore): Promise<ProbeResult> {
  const check = 'multipart uploads of clients'
  const neededBy = ['api'] as const
  const { state, detail } = await store.partLengths.check()
  if (state === 'enforced') return { check, state: 'ok', detail, neededBy }
  if (await store.routes.limitsParts())
    return { check, state: 'ok', detail: `${detail}; the gateway refuses them`, neededBy }
  const fix =
    state === 'ignored'
      ? 'Multipart uploads are not offered. INLET_MULTIPART_UPLOADS=always offers them anyway; a client can then fill space until complete refuses its file.'
      : 'Multipart uploads are not offered. If the store has them, grant the access key s3:PutObject, s3:ListMultipartUploadParts and s3:AbortMultipartUpload.'
  return { check, state: 'warning', detail, fix, neededBy }
}

/** Uploads that a process started and did not record are found by the list. */
async function probeListing(store: ObjectStore): Promise<ProbeResult> {
  const check = 'list multipart uploads'
  const neededBy = ['worker'] as const
  try {
    await store.listUploads(incomingPrefix).next()
    return { check, state: 'ok', detail: 'listed', neededBy }
  } catch (error) {
    if (!isDeniedOrUnsupported(error)) throw error
    return {
      check,
      state: 'warning',
      detail: storeReason(error),
      fix: 'Grant the access key s3:ListBucketMultipartUploads. Without it, uploads that a crashed process has started stay until the lifecycle rule aborts them.',
      neededBy,
    }
  }
}
