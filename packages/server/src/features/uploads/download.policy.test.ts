import { describe, expect, it } from 'vitest'
import {
  compressed,
  createSlownessCheck,
  downloadLimitMs,
  requestProblem,
  sourceTooLarge,
  statusProblem,
  tooSlow,
  truncated,
} from './download.policy.ts'

describe('a failed download', () => {
  it.each([408, 425, 429, 500, 502, 503, 504, 599])('with status %i is tried again', (status) => {
    expect(statusProblem(status)).toMatchObject({ code: 'source_unreachable', isTransient: true })
  })

  it.each([201, 204, 206, 302, 304, 400, 401, 403, 404, 410, 451])(
    'with status %i fails at once',
    (status) => {
      const problem = statusProblem(status)
      expect(problem).toMatchObject({ code: 'source_unreachable', isTransient: false })
      expect(problem.message).toContain(String(status))
    },
  )

  it.each([
    ['refused_url', false],
    ['refused_address', false],
    ['tls_failed', false],
    ['too_many_redirects', false],
    ['no_address', true],
    ['timeout', true],
    ['connection_failed', true],
    ['invalid_response', true],
  ])('because of %s is transient: %s', (reason, isTransient) => {
    const problem = requestProblem(reason, 'What happened.')
    expect(problem).toMatchObject({ code: 'source_unreachable', isTransient })
    expect(problem.message).toContain('What happened.')
  })

  it('says what arrived, what the limit is and what to do', () => {
    expect(truncated(5, 10)).toMatchObject({
      isTransient: true,
      message: expect.stringContaining('Only 5 of 10 bytes'),
    })
    expect(sourceTooLarge(500 * 1024 ** 2, 600 * 1024 ** 2)).toMatchObject({
      code: 'upload_too_large',
      message: '600 MB exceeds the 500 MB limit. Start a new import with a smaller file.',
    })
    expect(tooSlow).toMatchObject({
      code: 'source_unreachable',
      isTransient: true,
      message: expect.stringContaining('less than 64 KiB/s for 2 minutes'),
    })
    expect(compressed('gzip').message).toContain('gzip')
    expect(compressed('<script>').message).not.toContain('<')
  })
})

it('gives a file time in proportion to its size', () => {
  expect(downloadLimitMs(0)).toBe(600_000)
  expect(downloadLimitMs(500 * 1024 ** 2)).toBe(1_600_000)
  expect(downloadLimitMs(10 * 1024 ** 3)).toBeLessThan(8 * 3_600_000)
})

describe('createSlownessCheck', () => {
  const KiB = 1024
  /** The second in which a download is too slow, if a chunk arrives each time. */
  function slowAfter(chunks: Iterable<{ seconds: number; bytes: number }>): number | undefined {
    const isTooSlow = createSlownessCheck()
    let [waited, received] = [0, 0]
    for (const { seconds, bytes } of chunks) {
      waited += seconds
      received += bytes
      if (isTooSlow(waited * 1000, received)) return waited
    }
    return undefined
  }
  const steady = (count: number, seconds: number, bytes: number) =>
    Array<{ seconds: number; bytes: number }>(count).fill({ seconds, bytes })

  it('allows 64 KiB/s for hours', () => {
    expect(slowAfter(steady(20_000, 1, 64 * KiB))).toBeUndefined()
    expect(slowAfter(steady(1_000, 20, 20 * 64 * KiB))).toBeUndefined()
    expect(slowAfter(steady(200_000, 0.05, 4 * KiB))).toBeUndefined()
  })

  it('reports less after two minutes, however it is cut', () => {
    expect(slowAfter(steady(1_000, 1, 63 * KiB))).toBe(120)
    expect(slowAfter(steady(10_000, 0.25, 15 * KiB))).toBe(120)
    expect(slowAfter(steady(1_000, 25, 1))).toBe(125)
  })

  it('allows a pause that the rest of the two minutes makes up for', () => {
    const bursts = Array.from({ length: 100 }, () => [...steady(1, 100, 0), ...steady(20, 1, 384 * KiB)])
    expect(slowAfter(bursts.flat())).toBeUndefined()
  })

  it('does not credit what arrived earlier', () => {
    const fast = steady(600, 1, 10 * 1024 * KiB)
    const seconds = slowAfter([...fast, ...steady(1_000, 1, 1)])
    expect(seconds).toBeGreaterThan(600 + 118)
    expect(seconds).toBeLessThanOrEqual(600 + 121)
  })
})
