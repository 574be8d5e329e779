/** What a failed download means for its import, and how long one may take. Pure. */
import type { FailureCode } from '@inlet/contract'

export interface SourceProblem {
  code: FailureCode
  /** True if another attempt may succeed. */
  isTransient: boolean
  /** For the person who imports: no URL and no host name. */
  message: string
}

const MiB = 1024 * 1024
const retryableStatuses = new Set([408, 425, 429])

/** For the whole file: ten minutes, and its time at 0.5 MiB/s. That is 5.9 hours for the largest files. */
export const downloadLimitMs = (bytes: number): number => 600_000 + Math.ceil((bytes / MiB) * 2_000)

const minBytesPerSecond = 64 * 1024
const windowMs = 120_000
const sampleMs = 1_000

/**
 * Whether less than 64 KiB/s arrived on average in any two minutes, so that a server that trickles frees its slot long
 * before the limit of the whole file. Call it for each chunk with the time spent waiting for the server and the bytes
 * received, both since the download began.
 */
export function createSlownessCheck(): (waitedMs: number, received: number) => boolean {
  let start = { waitedMs: 0, received: 0 }
  let lastSampleMs = 0
  const samples: (typeof start)[] = []
  return (waitedMs, received) => {
    for (let next = samples[0]; next && waitedMs - next.waitedMs >= windowMs; next = samples[0]) {
      start = next
      samples.shift()
    }
    if (waitedMs - lastSampleMs >= sampleMs) {
      samples.push({ waitedMs, received })
      lastSampleMs = waitedMs
    }
    const ms = waitedMs - start.waitedMs
    return ms >= windowMs && received - start.received < (ms / 1000) * minBytesPerSecond
  }
}

const unreachable = (reason: string, remedy: string, isTransient = false): SourceProblem => ({
  code: 'source_unreachable',
  isTransient,
  message: `The file could not be downloaded. ${reason} ${remedy}`,
})

const checkLink = 'Check the link, then start a new import.'
const newLink = 'Start a new import with a link that works without signing in and has not expired.'
const tryLater = 'Start a new import when the server can be reached again, or upload the file.'

/** Of a response other than 200. */
export function statusProblem(status: number): SourceProblem {
  const reason = `The server of the link answered with status ${status}.`
  if (status >= 500 || retryableStatuses.has(status)) return unreachable(reason, tryLater, true)
  if (status === 401 || status === 403) return unreachable(reason, newLink)
  return unreachable(reason, checkLink)
}

/** Of a request without a complete response; `reason` is that of the outgoing request. */
export function requestProblem(reason: string, message: string): SourceProblem {
  if (reason === 'refused_url' || reason === 'refused_address')
    return unreachable(
      `The link leads to a destination that is not allowed. ${message}`,
      'Use an https link of a public host.',
    )
  if (reason === 'tls_failed' || reason === 'too_many_redirects') return unreachable(message, checkLink)
  return unreachable(message, tryLater, true)
}

export const truncated = (received: number, expected: number): SourceProblem =>
  unreachable(`Only ${received} of ${expected} bytes arrived.`, tryLater, true)

export const tookTooLong = (limitMs: number): SourceProblem =>
  unreachable(`It took longer than ${Math.round(limitMs / 60_000)} minutes.`, 'Upload the file instead.')

export const tooSlow: SourceProblem = unreachable(
  `The server sent less than ${minBytesPerSecond / 1024} KiB/s for ${windowMs / 60_000} minutes.`,
  tryLater,
  true,
)

export const compressed = (encoding: string): SourceProblem =>
  unreachable(
    `The server sends it compressed (${/^[\w-]{1,20}$/.test(encoding) ? encoding : 'unknown'}).`,
    'Use a link to the file itself, or upload the file.',
  )

/** For a lost deployment secret. */
export const unreadableSource: SourceProblem = unreachable(
  'The stored link can no longer be decrypted.',
  'Start a new import.',
)

export function sourceTooLarge(maxBytes: number, bytes?: number): SourceProblem {
  const limit = Math.floor(maxBytes / MiB)
  const size = bytes === undefined ? 'The file at the link' : `${Math.ceil(bytes / MiB)} MB`
  return {
    code: 'upload_too_large',
    isTransient: false,
    message: `${size} exceeds the ${limit} MB limit. Start a new import with a smaller file.`,
  }
}
