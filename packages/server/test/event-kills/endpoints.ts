/** Webhook endpoints: real HTTP servers that verify every request and count what they have accepted. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { type ReceivedRequest, startReceiver } from '../harness/receiver.ts'
import type { Accepted } from './event-checks.ts'

export interface Endpoint {
  name: string
  url: string
  /** Requests are refused until the secret is known. */
  secret: string
  accepted: Map<string, Accepted>
  requests: number
  /** Requests that do not carry the signature or the id of their event. */
  forged: string[]
  close(): Promise<void>
}

export interface Behaviour {
  delayMs: number
  /** Of requests, at random. */
  failingShare: number
}

export async function startEndpoint(name: string, { delayMs, failingShare }: Behaviour): Promise<Endpoint> {
  const receiver = await startReceiver()
  const endpoint: Endpoint = {
    name,
    url: `${receiver.url}/${name}`,
    secret: '',
    accepted: new Map(),
    requests: 0,
    forged: [],
    close: () => receiver.close(),
  }
  receiver.reply = async (request) => {
    receiver.received.length = 0
    endpoint.requests += 1
    if (!isGenuine(endpoint.secret, request)) {
      endpoint.forged.push(request.headers['webhook-id'] ?? 'no id')
      return { status: 401 }
    }
    if (delayMs > 0) await sleep(delayMs * (0.5 + Math.random()))
    if (Math.random() < failingShare) return { status: 500 }
    accept(endpoint.accepted, request)
    return { status: 204 }
  }
  return endpoint
}

function isGenuine(secret: string, { body, headers }: ReceivedRequest): boolean {
  try {
    const event = new Verifier(secret).verify(body, headers) as { id?: unknown }
    return event.id === headers['webhook-id']
  } catch {
    return false
  }
}

function accept(accepted: Map<string, Accepted>, { body, headers }: ReceivedRequest): void {
  const id = headers['webhook-id'] ?? ''
  const earlier = accepted.get(id) ?? { count: 0, bodies: [] }
  const bodies = earlier.bodies.includes(body) ? earlier.bodies : [...earlier.bodies, body]
  accepted.set(id, { count: earlier.count + 1, bodies })
}

export const countDuplicates = ({ accepted }: Endpoint): number =>
  [...accepted.values()].reduce((sum, { count }) => sum + count - 1, 0)
