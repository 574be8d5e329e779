/**
 * How long each kind of caller waits for PostgreSQL. A person waits for a request, nobody for a nightly job, and an
 * operator for a long command. See docs/adr/0072.
 */
export interface PoolProfile {
  /** For a free connection, and for a new one to open. */
  connectMs: number
  /** PostgreSQL cancels statements that run longer. 0 is no limit. */
  statementMs: number
  /** The client's own limit, longer than the server's: only reached when the server's answer does not arrive. */
  answerMs?: number
  /** PostgreSQL cancels statements that wait longer for a lock. 0 is no limit. */
  lockMs: number
  /** PostgreSQL ends sessions whose transaction waits longer for its next statement. 0 is no limit. */
  idleInTransactionMs: number
  /**
   * How long a server may leave checks unanswered before its statements fail. Without it, the first unanswered
   * check ends the connection.
   */
  silentMs?: number
  settings?: Readonly<Record<string, string>>
}

export const poolProfiles = {
  api: {
    connectMs: 3_000,
    statementMs: 20_000,
    answerMs: 25_000,
    lockMs: 5_000,
    idleInTransactionMs: 10_000,
  },
  /** Keys, tokens and sessions: indexed lookups of a few rows. */
  authentication: {
    connectMs: 2_000,
    statementMs: 2_000,
    answerMs: 3_000,
    lockMs: 1_500,
    idleInTransactionMs: 5_000,
  },
  /** Its table is unlogged, so its commits need not wait for the disk. */
  limiter: {
    connectMs: 2_000,
    statementMs: 1_500,
    answerMs: 2_000,
    lockMs: 1_000,
    idleInTransactionMs: 5_000,
    settings: { synchronous_commit: 'off' },
  },
  /** The job engine: claims, heartbeats and its own maintenance. */
  jobs: {
    connectMs: 3_000,
    statementMs: 60_000,
    answerMs: 65_000,
    lockMs: 10_000,
    idleInTransactionMs: 10_000,
  },
  /** Saves whole parts of a survey in one transaction. */
  worker: {
    connectMs: 5_000,
    statementMs: 600_000,
    answerMs: 605_000,
    lockMs: 30_000,
    idleInTransactionMs: 60_000,
  },
  /**
   * Scans of the whole database take as long as they take; the operator can interrupt them. An overloaded server does
   * not answer checks in time either, and hours of work should not be lost to that.
   */
  admin: {
    connectMs: 5_000,
    statementMs: 0,
    lockMs: 300_000,
    idleInTransactionMs: 300_000,
    silentMs: 30_000,
  },
  /** Migrations set the lock timeout themselves, because they retry. */
  migration: { connectMs: 10_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 300_000 },
} as const satisfies Record<string, PoolProfile>

export type PoolProfileName = keyof typeof poolProfiles

/**
 * The server ends sessions whose client has vanished without closing the connection, and cancels their statements;
 * otherwise their locks would stay.
 */
const vanishedClients = {
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  client_connection_check_interval: '10000',
}

/**
 * Sent with the start of a session. JIT is off: compiling takes seconds where the planner expects many rows, and no
 * query of ours runs long enough to benefit.
 */
export function startupOptions(profile: PoolProfile): string {
  const settings = {
    timezone: 'UTC',
    jit: 'off',
    ...vanishedClients,
    statement_timeout: String(profile.statementMs),
    lock_timeout: String(profile.lockMs),
    idle_in_transaction_session_timeout: String(profile.idleInTransactionMs),
    ...profile.settings,
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
