/**
 * Delivers database notifications to the windows that may see them. All streams of a process share one listening
 * connection and one timer.
 */
import { randomBytes } from 'node:crypto'
import { creatorOf, type Principal } from '../../platform/auth/principal.ts'
import { type LiveSession, type Sessions, sessionStateSeconds } from '../../platform/auth/sessions.ts'
import type { Db } from '../../platform/db/database.ts'
import { channels, type Listen, type Listener } from '../../platform/db/listen.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { type Announcement, readAnnouncement, toChange } from './announcement.ts'
import { type EventStream, formatEvent, heartbeat, openEventStream } from './event-stream.ts'
import { gatherAnnouncements } from './gather-announcements.ts'
import { createOpenProjects, type OpenProjects } from './open-projects.ts'

const heartbeatMs = 20_000
const streamsPerSession = 8
/** The project id of team-wide records. */
const wholeTeam = 0

export interface ChangeFeedDeps {
  db: Db
  sessions: Sessions
  metrics: Metrics
  log: Log
  listen: Listen
}

interface Subscriber {
  stream: EventStream
  token: string
  sessionId: number
  principal: Principal
}

export interface ChangeFeed {
  /** Stays open until the browser, the session or the server ends it. `isReturning`: it may have missed changes. */
  open(session: LiveSession, token: string, isReturning: boolean): Promise<EventStream>
  close(): Promise<void>
}

export function createChangeFeed(deps: ChangeFeedDeps): ChangeFeed {
  const subscribers = new Set<Subscriber>()
  const projects = createOpenProjects(deps.db)
  const events = createEventWriter()
  const gathering = gatherAnnouncements(async (announcements) => {
    for (const [teamId, ofTeam] of Map.groupBy(announcements, (one) => one.team)) {
      const audience = [...subscribers].filter(({ principal }) => principal.teamId === teamId)
      await sendToTeam({ projects, events }, audience, ofTeam).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'changes could not be sent')
        events.resync(audience)
      })
    }
  })
  const stopTimers = startTimers(deps, subscribers)
  let listener: Listener | undefined
  let isClosed = false

  function listening(): Listener {
    listener ??= deps.listen({
      channel: channels.changes,
      onPayload(payload) {
        const announcement = readAnnouncement(payload)
        if (!announcement || subscribers.size === 0) return
        if (announcement.kind === 'project') projects.forget(announcement.project)
        gathering.add(announcement)
      },
      onGap() {
        projects.forgetAll()
        events.resync(subscribers)
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
      stream.send(events.write(isReturning ? 'resync' : 'ready', {}))
      return stream
    },
    async close() {
      isClosed = true
      stopTimers()
      for (const { stream } of subscribers) stream.end()
      listener?.close()
      await gathering.close()
    },
  }
}

interface EventWriter {
  write(event: string, data: object): string
  /** Sends resync, so that windows reload everything. */
  resync(audience: Iterable<Subscriber>): void
}

function createEventWriter(): EventWriter {
  const epoch = randomBytes(4).toString('hex')
  let count = 0
  const write = (event: string, data: object) => {
    count += 1
    return formatEvent(`${epoch}-${count}`, event, data)
  }
  return {
    write,
    resync(audience) {
      const text = write('resync', {})
      for (const { stream } of audience) stream.send(text)
    },
  }
}

async function sendToTeam(
  { projects, events }: { projects: OpenProjects; events: EventWriter },
  audience: Subscriber[],
  announcements: Announcement[],
): Promise<void> {
  const projectIds = new Set(announcements.map((one) => one.project).filter((id) => id !== wholeTeam))
  const people = Map.groupBy(audience, ({ principal }) => `${principal.userId}/${principal.role}`)
  for (const windows of people.values()) {
    const [first] = windows
    if (!first) continue
    const { principal } = first
    const open = await projects.among(principal, projectIds)
    open.add(wholeTeam)
    const shown = announcements.filter(
      ({ project, by }) => open.has(project) && (by === null || by === creatorOf(principal)),
    )
    const text = shown.map((one) => events.write('change', toChange(one))).join('')
    if (text !== '') for (const { stream } of windows) stream.send(text)
    // They may just have lost access, so the project id is not sent.
    if (announcements.some((one) => one.change === 'access' && !open.has(one.project))) events.resync(windows)
  }
}

/** Sends heartbeats and checks sessions; neither timer keeps the process alive. */
function startTimers({ sessions, log }: ChangeFeedDeps, subscribers: ReadonlySet<Subscriber>): () => void {
  const beating = setInterval(() => {
    for (const { stream } of subscribers) stream.send(heartbeat)
  }, heartbeatMs)
  const checking = setInterval(() => {
    checkSessions(sessions, subscribers).catch((error: unknown) =>
      log.warn({ err: error }, 'sessions could not be checked'),
    )
  }, sessionStateSeconds * 1000)
  beating.unref()
  checking.unref()
  return () => {
    clearInterval(beating)
    clearInterval(checking)
  }
}

/** Closes the streams of ended sessions and picks up role changes. */
async function checkSessions(sessions: Sessions, subscribers: ReadonlySet<Subscriber>): Promise<void> {
  for (const subscriber of subscribers) {
    const session = await sessions.peek(subscriber.token)
    if (session) subscriber.principal = session.principal
    else {
      sessions.forget(subscriber.token)
      subscriber.stream.end()
    }
  }
}
