/**
 * Hands every change the database announces to the windows that may see it. All streams of a process share
 * one listening connection and one timer.
 */
import { randomBytes } from 'node:crypto'
import type { Principal } from '../../platform/auth/principal.ts'
import { type LiveSession, type Sessions, sessionStateSeconds } from '../../platform/auth/sessions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Listener, ListenOptions } from '../../platform/db/listen.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import {
  type Announcement,
  changeChannel,
  mergeAnnouncements,
  readAnnouncement,
  toChange,
} from './announcement.ts'
import { type EventStream, formatEvent, heartbeat, openEventStream } from './event-stream.ts'
import { createOpenProjects } from './open-projects.ts'

/** What happens within this time is told together; short enough to feel immediate. */
const gatherMs = 100
const heartbeatMs = 20_000
const streamsPerSession = 8
/** The project of what belongs to everybody in the team. */
const wholeTeam = 0

export interface ChangeFeedDeps {
  db: Db
  sessions: Sessions
  metrics: Metrics
  log: Log
  listen: (options: Pick<ListenOptions, 'channel' | 'onPayload' | 'onGap'>) => Listener
}

interface Subscriber {
  stream: EventStream
  token: string
  sessionId: number
  principal: Principal
}

export interface ChangeFeed {
  /** Open until the browser, the session or the server ends it. `isReturning`: it may have missed something. */
  open(session: LiveSession, token: string, isReturning: boolean): Promise<EventStream>
  close(): Promise<void>
}

export function createChangeFeed(deps: ChangeFeedDeps): ChangeFeed {
  const subscribers = new Set<Subscriber>()
  const projects = createOpenProjects(deps.db)
  const epoch = randomBytes(4).toString('hex')
  let count = 0
  let listener: Listener | undefined
  let gathered = new Map<string, Announcement>()
  let gathering: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  let isClosed = false

  function write(event: string, data: object): string {
    count += 1
    return formatEvent(`${epoch}-${count}`, event, data)
  }

  function resync(audience: Iterable<Subscriber>): void {
    const text = write('resync', {})
    for (const { stream } of audience) stream.send(text)
  }

  function hear(payload: string): void {
    const heard = readAnnouncement(payload)
    if (!heard || subscribers.size === 0) return
    if (heard.kind === 'project') projects.forget(heard.project)
    const name = `${heard.kind}:${heard.key}`
    gathered.set(name, mergeAnnouncements(gathered.get(name), heard))
    gathering ??= setTimeout(() => {
      gathering = undefined
      // One round after the other, so that no window is told of changes out of order.
      telling = telling.then(tellAll)
    }, gatherMs)
  }

  async function tellAll(): Promise<void> {
    const teams = Map.groupBy(gathered.values(), (one) => one.team)
    gathered = new Map()
    for (const [teamId, announcements] of teams) {
      const audience = [...subscribers].filter(({ principal }) => principal.teamId === teamId)
      await tellTeam(audience, announcements).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'changes could not be told')
        resync(audience)
      })
    }
  }

  async function tellTeam(audience: Subscriber[], announcements: Announcement[]): Promise<void> {
    const projectIds = new Set(announcements.map((one) => one.project).filter((id) => id !== wholeTeam))
    const people = Map.groupBy(audience, ({ principal }) => `${principal.userId}/${principal.role}`)
    for (const windows of people.values()) {
      const [first] = windows
      if (!first) continue
      const { principal } = first
      const open = await projects.among(principal, projectIds)
      open.add(wholeTeam)
      const shown = announcements.filter(
        ({ project, by }) => open.has(project) && (by === null || by === principal.userId),
      )
      const text = shown.map((one) => write('change', toChange(one))).join('')
      if (text !== '') for (const { stream } of windows) stream.send(text)
      // It may have been theirs a moment ago. Which project it was is no longer for them to know.
      if (announcements.some((one) => one.change === 'access' && !open.has(one.project))) resync(windows)
    }
  }

  /** Ends the windows of people who are out, and notices a change of role. */
  async function checkSessions(): Promise<void> {
    for (const subscriber of subscribers) {
      const session = await deps.sessions.peek(subscriber.token)
      if (session) subscriber.principal = session.principal
      else {
        deps.sessions.forget(subscriber.token)
        subscriber.stream.end()
      }
    }
  }

  const beating = setInterval(() => {
    for (const { stream } of subscribers) stream.send(heartbeat)
  }, heartbeatMs)
  const checking = setInterval(() => {
    checkSessions().catch((error: unknown) => deps.log.warn({ err: error }, 'sessions could not be checked'))
  }, sessionStateSeconds * 1000)
  // Neither keeps a process alive that has nothing else to do.
  beating.unref()
  checking.unref()

  function listening(): Listener {
    listener ??= deps.listen({
      channel: changeChannel,
      onPayload: hear,
      onGap() {
        projects.forgetAll()
        resync(subscribers)
      },
    })
    return listener
  }

  return {
    async open({ id, principal }, token, isReturning) {
      await listening().ready()
      if (isClosed) throw new AppError('unavailable', { headers: { 'retry-after': '1' } })
      const own = [...subscribers].filter(({ sessionId }) => sessionId === id)
      if (own.length >= streamsPerSession)
        throw new AppError('too_many_streams', { headers: { 'retry-after': '30' } })
      const stream = openEventStream()
      const subscriber: Subscriber = { stream, token, sessionId: id, principal }
      subscribers.add(subscriber)
      deps.metrics.changeStreams.inc()
      stream.onEnd(() => {
        subscribers.delete(subscriber)
        deps.metrics.changeStreams.dec()
      })
      stream.send(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`)
      stream.send(write(isReturning ? 'resync' : 'ready', {}))
      return stream
    },
    async close() {
      isClosed = true
      clearInterval(beating)
      clearInterval(checking)
      clearTimeout(gathering)
      for (const { stream } of subscribers) stream.end()
      await listener?.close()
      await telling
    },
  }
}
