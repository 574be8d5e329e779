/** Observes every call to the store: how long it took, and whether it failed. */
import type { S3Client } from '@aws-sdk/client-s3'
import { statusOf } from './store-errors.ts'

/** Called when a call starts; the returned function is called when it has ended. */
export type ObserveCall = (operation: string) => (error: unknown) => void

/** "Not found" and "precondition failed" are expected results, not failures. */
const expectedStatuses = new Set([304, 404, 412])

export function observeCalls(client: S3Client, observe: ObserveCall): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const end = observe((context.commandName ?? 'unknown').replace(/Command$/, ''))
      try {
        const result = await next(args)
        end(undefined)
        return result
      } catch (error) {
        end(expectedStatuses.has(statusOf(error) ?? 0) ? undefined : error)
        throw error
      }
    },
    { step: 'initialize', name: 'observeCalls' },
  )
}
