/** A part of a multipart upload, sent to the gateway instead of the store. */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import type { SignedPart } from '../../platform/object-store/gateway-signatures.ts'
import { isStatus, PartRefused } from '../../platform/object-store/store-errors.ts'
import { eachChunk } from './each-chunk.ts'
import type { GatewayDeps } from './receive-form.ts'
import { requireLength, requireUploadKey } from './request-rules.ts'

type PartDeps = Pick<GatewayDeps, 'store' | 'verifier' | 'slots' | 'now'>

/** Returns the ETag, as the store would. */
export async function receivePart(
  deps: PartDeps,
  { request, query }: { request: IncomingMessage; query: Record<string, unknown> },
  signal: AbortSignal,
): Promise<string> {
  const part = readPart(deps, query)
  const length = requireLength(request)
  if (length !== part.bytes) throw wrongLength(part.bytes, length)
  return deps.slots.run('part', () => store(deps, part, request, signal))
}

async function store(
  deps: PartDeps,
  part: SignedPart,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<string> {
  const md5 = request.headers['content-md5']?.toString()
  const stream = await deps.store.openPart(part, part, { md5 })
  try {
    await eachChunk(request, (chunk) => stream.write(chunk), signal)
    return await stream.end()
  } catch (error) {
    stream.cancel()
    throw explain(error)
  }
}

function readPart({ verifier, now }: PartDeps, query: Record<string, unknown>): SignedPart {
  const part = verifier.readPart(query)
  if (!part || part.expires * 1000 <= now()) throw new AppError('upload_refused')
  requireUploadKey(part.key)
  return part
}

/** The store refuses what its client did; everything else is a problem between the gateway and the store. */
function explain(error: unknown): unknown {
  if (isStatus(error, 404)) return new AppError('upload_gone', { cause: error })
  if (error instanceof PartRefused && /Digest/.test(error.code))
    return new AppError('part_damaged', { cause: error })
  return error
}

const wrongLength = (signed: number, given: number) =>
  new AppError('upload_refused', {
    message: `The part has ${given} bytes instead of ${signed}. Send exactly the bytes of this part.`,
  })
