/** A request that may wait. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../auth/principal.ts'
import { principalOf } from './import-scope.ts'
import type { LongPoll } from './long-polls.ts'

export interface Waiting extends Pick<LongPoll<unknown>, 'caller' | 'waitMs' | 'signal'> {
  teamId: number
  /** Who is calling. Checked again after a pause: a key that was revoked in the meantime sees nothing more. */
  principal: () => Promise<Principal>
}

/** `wait` is in seconds. */
export function waitingOf(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  wait = 0,
): Waiting {
  const gone = new AbortController()
  if (wait > 0) reply.raw.once('close', () => gone.abort())
  const first = principalOf(request)
  let reads = 0
  return {
    caller: `key:${first.keyId}`,
    teamId: first.teamId,
    waitMs: wait * 1000,
    signal: gone.signal,
    principal: async () => {
      reads += 1
      return reads === 1 ? first : request.authenticateAgain()
    },
  }
}
