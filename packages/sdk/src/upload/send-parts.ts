/** Sends the missing parts of a file, a few at a time, each again until the store has it. */
import { cancelledBy, type InletError, InvalidInputError, isTransient } from '../errors.ts'
import type { Core } from '../http/call.ts'
import { pauseAfter } from '../http/retry.ts'
import type { Slots } from '../http/slots.ts'
import { sleep } from '../http/wait.ts'
import { chooseSender } from './choose-sender.ts'
import { createConcurrency } from './concurrency.ts'
import { waitUntilOnline } from './online.ts'
import { createPartProgress } from './part-progress.ts'
import { type FilePart, makePart } from './part-request.ts'
import { isOld, type PartUrl, type PartUrls } from './part-urls.ts'
import { sendOnce } from './send-once.ts'
import type { Source } from './source.ts'
import { isPermissionLost, type UploadWatch } from './upload-file.ts'

export interface PartsToSend {
  partSize: number
  partCount: number
  /** What the store has already. */
  received: ReadonlySet<number>
  urls: PartUrls
}

export interface PartsWatch extends UploadWatch {
  /** The caller has one connection; further ones are taken from here while they are free. */
  connections?: Slots | undefined
  /** How long the upload goes on trying while no part arrives. */
  patienceMs?: number | undefined
}

export type PartsCore = Pick<Core, 'fetch' | 'maxRetries' | 'throttle'>

/** More connections to one store rarely help, and each needs memory there. */
const maxConnections = 4
const usualPatienceMs = 120_000
/** A URL that was just signed and is refused twice will be refused again. */
const mostRefusals = 2

export async function sendParts(
  core: PartsCore,
  source: Source,
  { partSize, partCount, received, urls }: PartsToSend,
  watch: PartsWatch = {},
): Promise<void> {
  const { onSent = () => {}, maxRetries = core.maxRetries, patienceMs = usualPatienceMs } = watch
  const send = chooseSender(core.fetch)
  const progress = createPartProgress(partSize, onSent)
  const concurrency = createConcurrency(maxConnections)
  const stop = linkedController(watch.signal)
  const { signal } = stop.controller
  const parts = planParts(source.size, { partSize, partCount })
  const underWay = new Set<Promise<void>>()
  const ownConnection = ownSlot()
  let arrivedAt = performance.now()

  for (const { start, end } of parts.filter(({ number }) => received.has(number)))
    progress.acknowledged(end - start)
  const missing = parts.filter(({ number }) => !received.has(number))
  const unsent = new Set(missing.map(({ number }) => number))

  try {
    while (!signal.aborted && (missing.length > 0 || underWay.size > 0)) {
      while (missing.length > 0 && underWay.size < concurrency.limit) {
        const release = ownConnection.take() ?? takeFurther(watch.connections)
        if (!release) break
        const part = missing.shift()
        if (part) start(part, release)
      }
      await Promise.race(underWay)
    }
  } finally {
    await Promise.all(underWay)
    stop.done()
  }
  if (signal.aborted) throw cancelledBy(signal)

  function start(part: FilePart, release: () => void): void {
    const sent = sendPart(part)
      .catch((error: unknown) => stop.controller.abort(error))
      .finally(() => {
        release()
        underWay.delete(sent)
      })
    underWay.add(sent)
  }

  async function sendPart(part: FilePart): Promise<void> {
    let failures = 0
    let refusals = 0
    let failedAt = 0
    for (;;) {
      let url: PartUrl | undefined
      try {
        await whileOnline()
        url = await urls.get(part.number, unsent)
        await sendOnePart(url, part)
        unsent.delete(part.number)
        arrivedAt = performance.now()
        concurrency.succeeded()
        return
      } catch (error) {
        const failure = error as InletError
        if (signal.aborted) throw failure
        if (url && isPermissionLost(failure) && refusals < mostRefusals) {
          refusals += 1
          urls.drop(url)
          continue
        }
        // Whatever arrives in between shows that the network works.
        failures = arrivedAt > failedAt ? 1 : failures + 1
        failedAt = performance.now()
        const isPatient = failures <= maxRetries || failedAt - arrivedAt < patienceMs
        if (!isTransient(failure) || maxRetries === 0 || !isPatient) throw failure
        concurrency.failed()
        await sleep(pauseAfter(failure, failures - 1), signal)
      }
    }
  }

  async function sendOnePart(url: PartUrl, part: FilePart): Promise<void> {
    const request = await makePart(url.url, part, source, { throttle: core.throttle, signal })
    const bytes = part.end - part.start
    const count = (sent: number) => progress.sent(sent)
    await sendOnce(send, request, { bytes, onSent: count, signal, isOld: () => isOld(url) })
    progress.acknowledged(bytes)
  }

  async function whileOnline(): Promise<void> {
    const startedAt = performance.now()
    await waitUntilOnline(signal)
    const waitedMs = performance.now() - startedAt
    if (waitedMs > 1000) arrivedAt = performance.now()
  }
}

function planParts(
  size: number,
  { partSize, partCount }: { partSize: number; partCount: number },
): FilePart[] {
  if (Math.ceil(size / partSize) !== partCount)
    throw new InvalidInputError('The parts do not cover the file. Start the upload again.', {
      code: 'upload_changed',
    })
  return Array.from({ length: partCount }, (_, i) => ({
    number: i + 1,
    start: i * partSize,
    end: Math.min(size, (i + 1) * partSize),
  }))
}

/** The connection that the caller has taken for the upload. */
function ownSlot() {
  let isFree = true
  return {
    take(): (() => void) | undefined {
      if (!isFree) return undefined
      isFree = false
      return () => {
        isFree = true
      }
    },
  }
}

function takeFurther(connections: Slots | undefined): (() => void) | undefined {
  return connections ? connections.tryTake() : () => {}
}

function linkedController(signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const stop = () => controller.abort(signal && cancelledBy(signal))
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  return { controller, done: () => signal?.removeEventListener('abort', stop) }
}
