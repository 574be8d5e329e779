import { describe, expect, it } from 'vitest'
import { waitUntilOnline } from './online.ts'

describe('waiting for the network', () => {
  it('ends when the browser is online again', async () => {
    const page = Object.assign(new EventTarget(), { navigator: { onLine: false } })
    const waited = waitUntilOnline(new AbortController().signal, page)
    page.navigator.onLine = true
    page.dispatchEvent(new Event('online'))
    await waited
  })

  it('ends at once where nothing reports it', async () => {
    await waitUntilOnline(new AbortController().signal, {})
  })

  it('is cancelled by the signal', async () => {
    const page = Object.assign(new EventTarget(), { navigator: { onLine: false } })
    const controller = new AbortController()
    const waited = waitUntilOnline(controller.signal, page)
    controller.abort()
    await expect(waited).rejects.toMatchObject({ name: 'CancelledError' })
  })
})
