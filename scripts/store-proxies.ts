/** Makes the object store of a system behave like others. */
import { startStoreProxy } from '../packages/server/test/harness/store-proxy.ts'

/** Refuses forms, as a store without POST policies does. */
export function startStoreWithoutForms(url: string) {
  const fault = ({ operation }: { operation: string }) =>
    operation === 'PostObject' ? { status: 501, code: 'NotImplemented' } : undefined
  return startStoreProxy({ fault }, url)
}

/** Refuses larger requests and copies, as AWS S3 does above 5 GB. */
export const startLimitedStore = (url: string, maxRequestBytes: number) =>
  startStoreProxy({ maxRequestBytes }, url)
