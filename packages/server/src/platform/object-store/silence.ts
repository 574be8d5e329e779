import { Readable } from 'node:stream'
import { StoreTimeout } from './store-errors.ts'

/**
 * Passes a stream on, and ends it with an error when its source sends nothing for `silenceMs`. The time in which the
 * reader itself asks for nothing does not count: it may pause as long as it likes.
 */
export function endOnSilence(
  source: Readable,
  silenceMs: number,
  onSilence: (error: Error) => void = () => {},
): Readable {
  let timer: NodeJS.Timeout | undefined
  const stopWaiting = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const wait = () => {
    timer ??= setTimeout(() => {
      const error = new StoreTimeout(`The object store sent nothing for ${silenceMs / 1000} s.`)
      onSilence(error)
      watched.destroy(error)
    }, silenceMs)
  }
  const watched = new Readable({
    read() {
      wait()
      source.resume()
    },
    destroy(error, done) {
      stopWaiting()
      source.destroy()
      done(error)
    },
  })
  source.pause()
  source.on('data', (chunk: Buffer) => {
    stopWaiting()
    if (watched.push(chunk)) wait()
    else source.pause()
  })
  source.once('end', () => {
    stopWaiting()
    watched.push(null)
  })
  // Stays attached: a connection that is closed on purpose may report an error afterwards.
  source.on('error', (error) => watched.destroy(error))
  source.once('close', () => {
    if (!source.readableEnded) watched.destroy(new Error('The object store closed the connection early.'))
  })
  return watched
}
