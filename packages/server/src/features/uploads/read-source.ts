/** Reads a file from its source URL. A broken connection continues where it broke, if the server supports that. */

import type { DownloadResponse, Downloads } from '../../platform/outbound/downloads.ts'
import { OutboundFailure } from '../../platform/outbound/failure.ts'
import {
  compressed,
  requestProblem,
  type SourceProblem,
  sourceTooLarge,
  statusProblem,
  truncated,
} from './download.policy.ts'

export class SourceFailure extends Error {
  readonly problem: SourceProblem

  constructor(problem: SourceProblem) {
    super(problem.message)
    this.name = 'SourceFailure'
    this.problem = problem
  }
}

export interface SourceFile {
  /** Null when the server does not say. */
  bytes: number | null
  /** Ends with a SourceFailure unless the whole file was read. */
  chunks: AsyncIterable<Buffer>
  /** Unless the chunks are read. */
  discard(): void
}

interface SourceRequest {
  url: string
  maxBytes: number
  signal: AbortSignal
}

export async function openSourceFile(downloads: Downloads, request: SourceRequest): Promise<SourceFile> {
  const response = await open(downloads, request)
  const problem = problemOf(response, request.maxBytes)
  if (problem) {
    response.body.destroy()
    throw new SourceFailure(problem)
  }
  return {
    bytes: response.bytes,
    chunks: readChunks(downloads, request, response),
    discard: () => response.body.destroy(),
  }
}

function problemOf(
  { status, bytes, encoding }: DownloadResponse,
  maxBytes: number,
): SourceProblem | undefined {
  if (status !== 200) return statusProblem(status)
  if (encoding !== null) return compressed(encoding)
  return bytes !== null && bytes > maxBytes ? sourceTooLarge(maxBytes, bytes) : undefined
}

async function* readChunks(
  downloads: Downloads,
  request: SourceRequest,
  first: DownloadResponse,
): AsyncGenerator<Buffer> {
  let received = 0
  let body = first.body
  for (;;) {
    const before = received
    try {
      for await (const chunk of body) {
        received += chunk.length
        if (received > request.maxBytes) throw new SourceFailure(sourceTooLarge(request.maxBytes))
        yield chunk
      }
      break
    } catch (error) {
      // A connection that brings nothing is not worth another one in this attempt.
      const canResume = first.etag !== null && received > before && error instanceof OutboundFailure
      const rest =
        canResume && (await resume(downloads, request, { after: received, etag: first.etag ?? '' }))
      if (!rest) throw toSourceFailure(error)
      body = rest
    }
  }
  if (first.bytes !== null && received !== first.bytes)
    throw new SourceFailure(truncated(received, first.bytes))
}

/** Undefined when the server sends the file from its beginning, or another file. */
async function resume(
  downloads: Downloads,
  { url, signal }: SourceRequest,
  from: { after: number; etag: string },
): Promise<DownloadResponse['body'] | undefined> {
  const response = await open(downloads, { url, signal }, from).catch(() => {
    signal.throwIfAborted()
    return undefined
  })
  const isRest = response?.status === 206 && response.start === from.after && response.encoding === null
  if (isRest) return response.body
  response?.body.destroy()
  return undefined
}

async function open(
  downloads: Downloads,
  { url, signal }: Pick<SourceRequest, 'url' | 'signal'>,
  resumed?: { after: number; etag: string },
): Promise<DownloadResponse> {
  try {
    return await downloads.open({ url, signal, ...(resumed && { resume: resumed }) })
  } catch (error) {
    throw toSourceFailure(error)
  }
}

/** Without its cause, so that nothing about the URL reaches a log. */
function toSourceFailure(error: unknown): unknown {
  return error instanceof OutboundFailure
    ? new SourceFailure(requestProblem(error.reason, error.message))
    : error
}
