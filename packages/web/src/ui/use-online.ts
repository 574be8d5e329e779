import { useSyncExternalStore } from 'react'

/** Whether the browser has a network. A server can still be out of reach. */
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, () => navigator.onLine)

function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
