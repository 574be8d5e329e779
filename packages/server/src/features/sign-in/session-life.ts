/** Starts, extends and ends sessions. */
import { newSessionToken, type SecretBox } from '../../platform/auth/secrets.ts'
import type { LiveSession, Sessions } from '../../platform/auth/sessions.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { sessionLifetimeSeconds } from '../../platform/http/workspace-scope.ts'
import { deleteSession, findLiveSession, insertSession, renewSession } from './sessions.repo.ts'

/** Extends at most once an hour, which saves most writes and hardly matters for a week. */
const renewAfterSeconds = 3600

export const sessionHmac = (secrets: SecretBox, token: string) => secrets.fingerprint('session', token)

/** Returns the cookie's token, of which only a hash is stored. */
export async function startSession(
  deps: { db: Db | Tx; secrets: SecretBox },
  userId: number,
): Promise<string> {
  const token = newSessionToken()
  await insertSession(deps.db, {
    userId,
    tokenHmac: sessionHmac(deps.secrets, token),
    lifetimeSeconds: sessionLifetimeSeconds,
  })
  return token
}

/** Sessions are extended while they are used. */
export async function readLiveSession(
  { db, secrets }: { db: Db; secrets: SecretBox },
  token: string,
  { isRenewing }: { isRenewing: boolean },
): Promise<LiveSession | undefined> {
  const row = await findLiveSession(
    db,
    sessionHmac(secrets, token),
    sessionLifetimeSeconds,
    renewAfterSeconds,
  )
  if (!row) return undefined
  const isRenewed = isRenewing && row.is_due
  if (isRenewed) await renewSession(db, row.id, sessionLifetimeSeconds)
  return {
    id: row.id,
    isRenewed,
    principal: { keyId: null, kind: 'personal', teamId: row.team_id, userId: row.user_id, role: row.role },
  }
}

export async function endSession(
  deps: { db: Db; secrets: SecretBox; sessions: Sessions },
  token: string,
): Promise<void> {
  await deleteSession(deps.db, sessionHmac(deps.secrets, token))
  deps.sessions.forget(token)
}
