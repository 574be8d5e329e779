/** One cell of the access matrix: what the rules expect, and how the call is made. */
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../harness/app.ts'
import type { RoutedOperation } from './operations.ts'
import type { Credential, People, Who } from './people.ts'
import type { Target } from './world.ts'

export interface Matrix {
  app: TestApp
  people: People
  targets: readonly Target[]
  /** Records one cell. `allowed` means access; any other outcome is a denial. */
  check: (cell: string, expected: string, observed: string) => void
}

export const isRead = ({ route }: RoutedOperation): boolean =>
  route.method === 'GET' || route.changesNothing === true

/** The oracle: the rules of the contract, implemented a second time and without a database. */
export function expectedOutcome(operation: RoutedOperation, who: Who, target: Target | undefined): string {
  if (operation.for === 'everyone') return 'allowed'
  if (who === 'anonymous') return '401'
  const isChange = operation.isForEditors || !isRead(operation)
  if (who === 'viewer' && isChange && !operation.isForViewers) return '403 read_only_role'
  const isAdmin = who === 'admin' || who === 'stranger'
  if (operation.for === 'admins' && !isAdmin) return '403 admins_only'
  if (operation.for === 'operators' && who !== 'admin') return '403 operators_only'
  // The workspace shows uploaded imports, not ones that were only initialized.
  const isHiddenWhilePending =
    operation.surface === 'workspace' && isRead(operation) && !operation.isForPending
  if (target?.isPending && isHiddenWhilePending) return 'same 404'
  if (target && !target.visibleTo.has(who)) return 'same 404'
  const isManager = who === 'owner' || isAdmin
  return operation.isForManagers && !isManager ? '403 owner_or_admin_only' : 'allowed'
}

export interface Answer {
  status: number
  /** Without the parts that differ between two responses. */
  text: string
}

export async function call(
  operation: RoutedOperation,
  caller: Credential,
  target: Target | undefined,
): Promise<Answer> {
  const { method, path } = operation.route
  const params: Record<string, string> = target?.params ?? {}
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'))
  const query = new URLSearchParams(operation.query?.(target) ?? {}).toString()
  const body = method === 'GET' ? undefined : operation.body?.(target ?? undefined)
  const headers = operation.isConditional ? { 'if-match': '"none"' } : {}
  const answer = await caller.call(method, query === '' ? filled : `${filled}?${query}`, body, headers)
  if (answer.headers.get('content-type')?.includes('text/event-stream')) {
    await answer.body?.cancel()
    return { status: answer.status, text: '' }
  }
  const text = (await answer.text()).replace(/("request_id":)"[^"]*"/, '$1""')
  return operation.isBatch && answer.status === 200 ? itemOf(text) : { status: answer.status, text }
}

/** Without its key, which the request contains. */
function itemOf(text: string): Answer {
  const [item] = (JSON.parse(text) as { results: { http_status: number; body?: object }[] }).results
  const { http_status: status = 0, body, ...rest } = item ?? {}
  return { status, text: JSON.stringify(body ?? { ...rest, key: undefined }) }
}

/** Like the record, with identifiers that are well formed but belong to nothing. */
export function unknownLike(target: Target): Target {
  const params = Object.entries(target.params).map(([name, value]) => {
    if (/^[0-9a-f-]{36}$/.test(value)) return [name, randomUUID()]
    if (name === 'client_id') return [name, 'unknown']
    return [name, identifiers.has(name) && /^\d+$/.test(value) ? '2000000000' : value]
  })
  return { ...target, params: Object.fromEntries(params) as Target['params'] }
}

const identifiers = new Set(['project_id', 'participant_id', 'user_id', 'media_id', 'key'])
