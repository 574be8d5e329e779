/** Applies changes to the query cache in batches, at most four times a second. */
import { type Change, getImport } from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import { sessionQuery } from '../api/session.ts'
import { tellImport } from '../notices/tell-import.ts'
import { announce } from './announce.ts'
import { openChangeStream } from './change-stream.ts'
import { itemQueries, listsChangedBy, liveOperations } from './live-rules.ts'
import { setLiveState } from './live-store.ts'
import { refreshImport } from './refresh-import.ts'
import { tellRemoval } from './removals.ts'

const batchMs = 250
const pollMs = 15_000
/** Larger batches are not fetched one by one, because the lists are refetched anyway. */
const maxSingleReads = 12

export function followChanges(client: QueryClient): () => void {
  let batch: Change[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let lastHeardAt = new Date()

  const invalidate = (operations: Iterable<string>) => {
    for (const operation of operations) void client.invalidateQueries({ queryKey: [operation] })
  }
  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }

  const close = openChangeStream({
    onChange(change) {
      lastHeardAt = new Date()
      batch.push(change)
      timer ??= setTimeout(() => {
        timer = undefined
        const changes = batch
        batch = []
        apply(client, changes, invalidate)
      }, batchMs)
    },
    onResync: () => invalidate(liveOperations),
    onLive() {
      lastHeardAt = new Date()
      stopPolling()
      setLiveState({ is: 'live' })
    },
    onLost() {
      setLiveState({ is: 'lost', lastHeardAt })
      poll ??= setInterval(() => invalidate(liveOperations), pollMs)
    },
  })
  return () => {
    clearTimeout(timer)
    stopPolling()
    close()
  }
}

function apply(client: QueryClient, changes: Change[], invalidate: (ids: Iterable<string>) => void): void {
  const lists = new Set(
    changes.filter(({ change }) => change !== 'progress').flatMap(({ kind }) => listsChangedBy[kind]),
  )
  for (const { kind, key, change } of changes) {
    if (change !== 'removed') continue
    tellRemoval(`${kind}/${key}`)
    void client.invalidateQueries({ queryKey: queryOf(getImport, { params: { kind, key } }).queryKey })
  }
  invalidate(lists)
  invalidateOpenItems(client, changes)
  const imports = new Map(
    changes
      .filter(({ kind, change }) => kind !== 'project' && change !== 'removed')
      .map((change) => [`${change.kind}/${change.key}`, change]),
  )
  const isStatus = (key: string) =>
    changes.some((change) => `${change.kind}/${change.key}` === key && change.change === 'status')
  if (imports.size > maxSingleReads) {
    invalidate([getImport.operationId])
    return
  }
  for (const [key, { kind, key: name }] of imports)
    void refreshImport(client, { kind, key: name }).then((fresh) => {
      if (!fresh || !isStatus(key)) return
      if (fresh.status !== 'ready' && fresh.status !== 'failed') return
      if (tellImport(fresh, client.getQueryData(sessionQuery.queryKey)?.user.id)) return
      announce(`${fresh.name} ${fresh.status === 'ready' ? 'is ready' : 'failed'}.`)
    })
}

/** Refetches open items on every change, including progress. */
function invalidateOpenItems(client: QueryClient, changes: readonly Change[]): void {
  for (const { operationId, param, kinds } of itemQueries) {
    const keys = new Set(changes.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key))
    if (keys.size === 0) continue
    void client.invalidateQueries({
      queryKey: [operationId],
      predicate: ({ queryKey: [, input] }) =>
        keys.has((input as { params?: Record<string, string> }).params?.[param] ?? ''),
    })
  }
}
