/** The server side of our connections: which session belongs to which connection, and which ones run a statement. */
import pg from 'pg'
import { ConnectionLost, rejectAfter } from './lost-connection.ts'

interface Session {
  pid: number
  /** Distinguishes sessions of different servers that have the same pid. */
  started: string
  is_standby: boolean
}

const sessions = new WeakMap<object, Session>()

const verifyWithinMs = 1_500

/**
 * Called for every new connection. Rejects a standby: behind a proxy that has not switched yet, every write would
 * fail.
 */
export async function verifySession(client: pg.ClientBase): Promise<void> {
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: `select pid, backend_start::text as started, pg_is_in_recovery() as is_standby
           from pg_stat_activity where pid = pg_backend_pid()`,
    query_timeout: verifyWithinMs,
  }
  const { rows } = await client.query<Session>(query)
  const [session] = rows
  if (!session) throw new ConnectionLost('The server does not list the session of a new connection.')
  if (session.is_standby) throw new ConnectionLost('The server is a standby, not the primary.')
  sessions.set(client, session)
}

const keyOf = ({ pid, started }: Pick<Session, 'pid' | 'started'>) => `${pid} ${started}`

/** Whether the server runs a statement for this connection. Throws when the server does not answer. */
export async function isRunningStatement(client: object, url: string): Promise<boolean> {
  const session = sessions.get(client)
  // Connections that were opened without verification cannot be checked.
  if (!session) return true
  return (await listRunning(url)).has(keyOf(session))
}

const listsInFlight = new Map<string, Promise<Set<string>>>()

/** Statements that are slow at the same time share one check, so that an overloaded server is not asked by all. */
function listRunning(url: string): Promise<Set<string>> {
  const known = listsInFlight.get(url)
  if (known) return known
  const list = queryRunning(url).finally(() => listsInFlight.delete(url))
  listsInFlight.set(url, list)
  return list
}

/** A server on a busy machine may need a second to open a connection. */
const checkWithinMs = 2_000

/** On a connection of its own: those of the pool may all be silent. */
async function queryRunning(url: string): Promise<Set<string>> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'inlet-check',
    connectionTimeoutMillis: checkWithinMs,
    query_timeout: checkWithinMs,
    options: '-c timezone=UTC',
  })
  // An error after the answer is of no interest, but without a listener it would end the process.
  client.on('error', () => {})
  try {
    return await rejectAfter(checkWithinMs, listRunningOn(client))
  } finally {
    void client.end().catch(() => {})
  }
}

async function listRunningOn(client: pg.Client): Promise<Set<string>> {
  await client.connect()
  const { rows } = await client.query<Pick<Session, 'pid' | 'started'>>(
    `select pid, backend_start::text as started from pg_stat_activity
     where usename = current_user and state not in ('idle', 'idle in transaction', 'idle in transaction (aborted)')`,
  )
  return new Set(rows.map(keyOf))
}
