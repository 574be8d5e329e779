/** Carries changes into the query cache: gathered, so that nothing is painted more than four times a second. */
import { type Change, getImport } from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { announce } from './announce.ts'
import { openChangeStream } from './change-stream.ts'
import { liveOperations, openedThings, outdatedBy } from './live-rules.ts'
import { setLiveState } from './live-store.ts'
import { refreshImport } from './refresh-import.ts'

const gatherMs = 250
const pollMs = 15_000
/** More at once are not read one by one; the lists are read again anyway. */
const mostSingleReads = 12

export function followChanges(client: QueryClient): () => void {
  let gathered: Change[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let lastHeardAt = new Date()

  const readAgain = (operations: Iterable<string>) => {
    for (const operation of operations) void client.invalidateQueries({ queryKey: [operation] })
  }
  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }

  const close = openChangeStream({
    onChange(change) {
      lastHeardAt = new Date()
      gathered.push(change)
      timer ??= setTimeout(() => {
        timer = undefined
        const changes = gathered
        gathered = []
        apply(client, changes, readAgain)
      }, gatherMs)
    },
    onResync: () => readAgain(liveOperations),
    onLive() {
      lastHeardAt = new Date()
      stopPolling()
      setLiveState({ is: 'live' })
    },
    onLost() {
      setLiveState({ is: 'lost', lastHeardAt })
      poll ??= setInterval(() => readAgain(liveOperations), pollMs)
    },
  })
  return () => {
    clearTimeout(timer)
    stopPolling()
    close()
  }
}

function apply(client: QueryClient, changes: Change[], readAgain: (ids: Iterable<string>) => void): void {
  const lists = new Set(
    changes.filter(({ change }) => change !== 'progress').flatMap(({ kind }) => outdatedBy[kind]),
  )
  readAgain(lists)
  readOpenedAgain(client, changes)
  const imports = new Map(
    changes
      .filter(({ kind, change }) => kind !== 'project' && change !== 'removed')
      .map((change) => [`${change.kind}/${change.key}`, change]),
  )
  const isStatus = (key: string) =>
    changes.some((change) => `${change.kind}/${change.key}` === key && change.change === 'status')
  if (imports.size > mostSingleReads) {
    readAgain([getImport.operationId])
    return
  }
  for (const [key, { kind, key: name }] of imports)
    void refreshImport(client, { kind, key: name }).then((fresh) => {
      if (!fresh || !isStatus(key)) return
      if (fresh.status === 'ready') announce(`${fresh.name} is ready.`)
      if (fresh.status === 'failed') announce(`${fresh.name} failed.`)
    })
}

/** What somebody looks at follows every change of it, progress too. */
function readOpenedAgain(client: QueryClient, changes: readonly Change[]): void {
  for (const { operationId, param, kinds } of openedThings) {
    const keys = new Set(changes.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key))
    if (keys.size === 0) continue
    void client.invalidateQueries({
      queryKey: [operationId],
      predicate: ({ queryKey: [, input] }) =>
        keys.has((input as { params?: Record<string, string> }).params?.[param] ?? ''),
    })
  }
}
