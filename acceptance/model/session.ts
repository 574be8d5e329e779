/** One API key with a project of its own. Its lists contain only what its sequences created, so counts are exact. */

import { setTimeout as sleep } from 'node:timers/promises'
import { adminOf } from '../../scripts/programs/admin-of.ts'
import type { Answer } from './answer.ts'
import { type Call, type Client, NoAnswer, type Outcome, prefix } from './client.ts'

export type ListName = 'projects' | 'insights' | 'files' | 'surveys'

interface Credentials {
  client_id: string
  client_secret: string
}

/** Calls a minute that each key may make, and which the service counts. */
const limitPerMinute = 1000
/** Tokens live for an hour. */
const tokenLifeMs = 40 * 60_000

export class Session {
  readonly client: Client
  readonly credentials: Credentials
  readonly counts: Record<ListName, number> = { projects: 0, insights: 0, files: 0, surveys: 0 }
  projectId = 0
  #token = ''
  #tokenUntil = 0
  #callTimes: number[] = []

  constructor(client: Client, credentials: Credentials) {
    this.client = client
    this.credentials = credentials
  }

  /** A call with this key. A 429 is allowed only once the limit is reached, and then the call is repeated. */
  async call(call: Omit<Call, 'token'>): Promise<Outcome> {
    for (;;) {
      const token = await this.#liveToken()
      this.#callTimes.push(performance.now())
      const answer = await this.client.send({ ...call, token })
      if (answer?.status !== 429 || !this.#hasReachedLimit()) return answer
      await sleep(Number(answer.headers.get('retry-after') ?? '1') * 1000)
    }
  }

  #hasReachedLimit(): boolean {
    const minuteAgo = performance.now() - 61_000
    this.#callTimes = this.#callTimes.filter((at) => at > minuteAgo)
    return this.#callTimes.length >= limitPerMinute
  }

  async #liveToken(): Promise<string> {
    const deadline = performance.now() + 60_000
    while (performance.now() > this.#tokenUntil) {
      const answer = await this.requestToken()
      if (answer?.status === 200) this.useToken(answer)
      else if (performance.now() > deadline) throw new NoAnswer(`No token: ${answer?.text}`)
      else await sleep(200)
    }
    return this.#token
  }

  /** After a divergence the model does not know them any more. */
  async readCounts(): Promise<void> {
    for (const list of Object.keys(this.counts) as ListName[]) {
      let answer: Outcome
      do answer = await this.call({ method: 'GET', path: `${prefix}/${list}?limit=1` })
      while (answer?.status !== 200)
      this.counts[list] = Number(answer.body['count'])
    }
  }

  requestToken(change: Record<string, string> = {}): Promise<Outcome> {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...this.credentials, ...change })
    return this.client.send({ method: 'POST', path: '/api/v1/oauth/token', form })
  }

  useToken(answer: Answer): void {
    this.#token = String(answer.body['access_token'])
    this.#tokenUntil = performance.now() + tokenLifeMs
  }
}

export async function makeSessions(
  client: Client,
  env: Record<string, string>,
  count: number,
): Promise<Session[]> {
  const admin = adminOf(env)
  const team = await admin<{ id: number }>('team', 'create', 'Model')
  const sessions: Session[] = []
  const numbers = Array.from({ length: count }, (_, i) => i)
  const makeNext = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const email = `caller-${number}@example.org`
      await admin('user', 'create', email, '--team', String(team.id), '--role', 'full')
      const limit = String(limitPerMinute)
      const key = await admin<Credentials>('key', 'create', '--user', email, '--limit', limit)
      sessions.push(await openSession(client, key))
    }
  }
  await Promise.all([makeNext(), makeNext()])
  return sessions
}

async function openSession(client: Client, { client_id, client_secret }: Credentials): Promise<Session> {
  const session = new Session(client, { client_id, client_secret })
  // Private projects keep the lists of the sessions apart.
  const json = { name: 'Model', project_share_preference: 1 }
  const answer = await session.call({ method: 'POST', path: `${prefix}/projects/create`, json })
  if (answer?.status !== 201) throw new Error(`No project: ${answer?.text}`)
  session.projectId = Number(answer.body['id'])
  session.counts.projects = 1
  return session
}
