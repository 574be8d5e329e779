/** Downloads from URLs that users enter. Follows redirects; each URL is checked like the first one, see docs/adr/0086. */
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { type AgentOptions, createCheckedAgents, readTarget } from './checked-agents.ts'
import { OutboundFailure, toFailure } from './failure.ts'

export interface DownloadRequest {
  url: string
  /** Continues after this many bytes if the file still has this strong ETag. */
  resume?: { after: number; etag: string }
  signal: AbortSignal
}

export interface DownloadResponse {
  status: number
  /** Of the body; null when the server does not say. */
  bytes: number | null
  /** Null unless it is a strong one, which identifies the exact bytes. */
  etag: string | null
  /** The position of the first byte; null unless the server sends a part of the file. */
  start: number | null
  /** Other than `identity`. */
  encoding: string | null
  /** Ends with an OutboundFailure, also if the connection closes early. Destroy it unless it is read to its end. */
  body: AsyncIterable<Buffer> & { destroy(): void }
}

export interface Downloads {
  /** Throws an OutboundFailure if there is no response, and the reason of the signal if that is aborted. */
  open(request: DownloadRequest): Promise<DownloadResponse>
  close(): Promise<void>
}

export interface DownloadOptions extends AgentOptions {
  /** Until the headers of a response, and between two chunks of its body. Default: 30 s. */
  silenceMs?: number
}

const maxRedirects = 5
const defaultSilenceMs = 30_000
const redirects = new Set([301, 302, 303, 307, 308])

export function createDownloads({ silenceMs = defaultSilenceMs, ...options }: DownloadOptions): Downloads {
  const agents = createCheckedAgents({ connectionsPerHost: null, ...options })

  async function request(url: string, headers: Record<string, string>, signal: AbortSignal) {
    const target = readTarget(url, options.allowed)
    if (target.kind === 'refused') throw new OutboundFailure(target.reason, target.message)
    const { agent } = await agents.find(target)
    signal.throwIfAborted()
    const { origin, path } = target
    const timeouts = { headersTimeout: silenceMs, bodyTimeout: silenceMs }
    return agent.request({ origin, path, method: 'GET', headers, signal, ...timeouts })
  }

  async function follow({ url, resume, signal }: DownloadRequest): Promise<DownloadResponse> {
    let current = url
    for (let i = 0; i <= maxRedirects; i += 1) {
      const response = await request(current, headersFor(resume), signal)
      const next = redirects.has(response.statusCode) ? locationOf(response, current) : undefined
      if (next === undefined) return toResponse(response, signal)
      discard(response.body)
      current = next
    }
    throw new OutboundFailure('too_many_redirects', `The server redirects more than ${maxRedirects} times.`)
  }

  return {
    async open(download) {
      try {
        return await follow(download)
      } catch (error) {
        download.signal.throwIfAborted()
        throw toFailure(error)
      }
    },
    close: () => agents.close(),
  }
}

function headersFor(resume: DownloadRequest['resume']): Record<string, string> {
  return {
    'user-agent': 'Inlet',
    accept: '*/*',
    // What is stored must be the file, and its length is known only without compression.
    'accept-encoding': 'identity',
    ...(resume && { range: `bytes=${resume.after}-`, 'if-range': resume.etag }),
  }
}

/** Undefined without a URL to go to. A fragment is never sent, so it does no harm here. */
function locationOf({ headers }: Dispatcher.ResponseData, from: string): string | undefined {
  const location = single(headers['location'])
  const next = location === undefined ? null : URL.parse(location, from)
  if (!next) return undefined
  next.hash = ''
  return next.href
}

function toResponse(response: Dispatcher.ResponseData, signal: AbortSignal): DownloadResponse {
  const { statusCode: status, headers } = response
  const etag = single(headers['etag'])
  const encoding = single(headers['content-encoding'])?.toLowerCase()
  return {
    status,
    bytes: readNumber(/^(\d+)$/, headers['content-length']),
    etag: etag !== undefined && /^"[^"]*"$/.test(etag) ? etag : null,
    start: readNumber(/^bytes (\d+)-/, headers['content-range']),
    encoding: encoding === undefined || encoding === 'identity' ? null : encoding,
    body: {
      [Symbol.asyncIterator]: () => chunksOf(response.body, signal),
      destroy: () => discard(response.body),
    },
  }
}

async function* chunksOf(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer
  } catch (error) {
    signal.throwIfAborted()
    throw toFailure(error)
  }
}

/** Closes the connection. */
function discard(body: Readable): void {
  body.on('error', () => {})
  body.destroy()
}

const single = (header: string | string[] | undefined) => [header].flat()[0]

function readNumber(pattern: RegExp, header: string | string[] | undefined): number | null {
  const [, digits] = pattern.exec(single(header) ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}
