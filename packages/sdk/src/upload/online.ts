/** Browsers report when they are offline; then sending anything would fail. */
import { cancelledBy } from '../errors.ts'

interface Page {
  readonly navigator?: { readonly onLine?: boolean }
  addEventListener?(type: 'online', listener: () => void): void
  removeEventListener?(type: 'online', listener: () => void): void
}

/** Resolves at once where nothing reports it. */
export function waitUntilOnline(signal: AbortSignal, page: Page = globalThis as Page): Promise<void> {
  if (page.navigator?.onLine !== false || !page.addEventListener) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const end = () => {
      page.removeEventListener?.('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(cancelledBy(signal))
      else resolve()
    }
    page.addEventListener?.('online', end)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
