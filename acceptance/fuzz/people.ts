/** The callers of the fuzz test: signed-in users of one team, and their API keys. */
import { randomUUID } from 'node:crypto'
import { needsAdmin, scopes } from '@inlet/contract'
import { adminOf } from '../../scripts/programs/admin-of.ts'
import type { System } from '../../scripts/system.ts'

export interface People {
  tokens: string[]
  cookies: string[]
  /** Replaces tokens whose key a random request has revoked; returns how many. */
  replaceLost(): Promise<number>
}

/** Several of both, because each is rate limited. */
export async function makePeople(system: System, users: number, keysPerUser: number): Promise<People> {
  const [url = ''] = system.apiUrls
  const admin = adminOf(system.env)
  const { id: team } = await admin('team', 'create', 'Fuzz')
  const tokens: string[] = []
  const cookies: string[] = []
  const userOf = (token: number) => Math.floor(token / keysPerUser)
  const isAdmin = (user: number) => user % 4 !== 3
  for (let index = 0; index < users; index += 1) {
    const email = `person-${index}@example.org`
    await admin('user', 'create', email, '--team', String(team), '--role', isAdmin(index) ? 'admin' : 'full')
    const { link } = await admin('user', 'invite', email)
    const cookie = await acceptInvitation(url, String(link))
    cookies.push(cookie)
    for (let key = 0; key < keysPerUser; key += 1) tokens.push(await makeToken(url, cookie, isAdmin(index)))
  }
  return {
    tokens,
    cookies,
    async replaceLost() {
      let lost = 0
      for (const [index, token] of tokens.entries()) {
        if (await isAccepted(url, token)) continue
        const user = userOf(index)
        tokens[index] = await makeToken(url, cookies[user] ?? '', isAdmin(user))
        lost += 1
      }
      return lost
    },
  }
}

async function acceptInvitation(url: string, link: string): Promise<string> {
  const body = { token: link.split('#')[1], password: randomUUID() }
  const answer = await postJson(url, '/api/v1/workspace/invitation', body)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function makeToken(url: string, cookie: string, isAdmin: boolean): Promise<string> {
  const granted = isAdmin ? scopes : scopes.filter((scope) => !needsAdmin(scope))
  const body = { name: 'Fuzz', kind: 'personal', scopes: granted }
  const made = await postJson(url, '/api/v1/workspace/keys', body, { cookie })
  const { key, client_secret } = (await made.json()) as { key: { client_id: string }; client_secret: string }
  const form = { grant_type: 'client_credentials', client_id: key.client_id, client_secret }
  const answer = await fetch(`${url}/api/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function isAccepted(url: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/v1/developer/import/projects?limit=1`, {
    headers,
    signal: AbortSignal.timeout(30_000),
  })
  await answer.arrayBuffer()
  return answer.status !== 401
}

async function postJson(url: string, path: string, body: object, headers = {}): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
