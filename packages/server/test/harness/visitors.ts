/** People in a browser: with a session, its cookie and the origin of the workspace. */
import type { Role } from '@inlet/contract'
import { setPassword } from '../../src/features/sign-in/accounts.repo.ts'
import { startSession } from '../../src/features/sign-in/session-life.ts'
import type { Team, User } from '../../src/features/team/team.repo.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { TestApp } from './app.ts'
import { makeTeam, makeUser } from './people.ts'

export const workspaceOrigin = 'http://inlet.test'
export const goodPassword = 'a long walk along the river'
const prefix = '/api/v1/workspace'

export interface Visitor {
  cookie: string
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response>
  get(path: string): Promise<Response>
  /** The body of a successful response. */
  read<T>(path: string): Promise<T>
  post(path: string, body?: object): Promise<Response>
}

export function visitorWith(app: Pick<TestApp, 'url'>, cookie: string): Visitor {
  const call: Visitor['call'] = (method, path, body, headers = {}) =>
    fetch(`${app.url}${prefix}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(method !== 'GET' && { origin: workspaceOrigin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    cookie,
    call,
    get: (path) => call('GET', path),
    async read<T>(path: string) {
      const answer = await call('GET', path)
      if (!answer.ok) throw new Error(`${path} failed with status ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as T
    },
    post: (path, body) => call('POST', path, body),
  }
}

/** Creates a session without the sign-in page. */
export async function visitAs(app: TestApp, user: User): Promise<Visitor> {
  const token = await startSession(app.deps, user.id)
  return visitorWith(app, `${app.deps.sessionCookie.name}=${token}`)
}

/** A new user in a browser. */
export async function makeVisitor(app: TestApp, options: { team?: Team; role?: Role } = {}) {
  const team = options.team ?? (await makeTeam(app.deps))
  const user = await makeUser(app.deps, team, options.role)
  return { team, user, visitor: await visitAs(app, user) }
}

let hash: Promise<string> | undefined

/** The same password for everyone: hashing it takes longer than most tests. */
export async function givePassword({ deps }: TestApp, user: User): Promise<void> {
  hash ??= deps.passwords.hash(goodPassword)
  const stored = await hash
  await inTransaction(deps.db, (tx) => setPassword(tx, user.id, stored))
}
