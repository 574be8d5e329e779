/** The client. Clients of the same API key share its call limit. */
import { createPacers } from './http/allowances.ts'
import type { Core } from './http/call.ts'
import { logRequests } from './http/log-requests.ts'
import { sharedPacers } from './http/shared-pacers.ts'
import { createSlots } from './http/slots.ts'
import { createTokens, fetchTokenWith, givenTokens } from './http/tokens.ts'
import { createBatchedCalls } from './imports/batched-calls.ts'
import { createEventFeed } from './imports/event-feed.ts'
import { type CallUsage, checkOptions, type InletOptions } from './options.ts'
import { Batches } from './resources/batches.ts'
import { Bundles } from './resources/bundles.ts'
import { Erasures, Respondents } from './resources/erasures.ts'
import { Events } from './resources/events.ts'
import { Exports } from './resources/exports.ts'
import { Files } from './resources/files.ts'
import { Insights } from './resources/insights.ts'
import { Media } from './resources/media.ts'
import { Participants } from './resources/participants.ts'
import { Projects } from './resources/projects.ts'
import { Surveys } from './resources/surveys.ts'
import { Trash } from './resources/trash.ts'
import { Webhooks } from './resources/webhooks.ts'
import { findXhr } from './upload/send-by-xhr.ts'
import { createThrottle } from './upload/throttle.ts'
import { version } from './version.ts'

export class Inlet {
  readonly projects: Projects
  readonly insights: Insights
  readonly files: Files
  readonly surveys: Surveys
  readonly media: Media
  readonly participants: Participants
  readonly batches: Batches
  readonly events: Events
  readonly exports: Exports
  readonly bundles: Bundles
  readonly trash: Trash
  readonly respondents: Respondents
  readonly erasures: Erasures
  readonly webhooks: Webhooks

  readonly #core: Core

  constructor(options: InletOptions) {
    checkOptions(options)
    const core = makeCore(options)
    this.#core = core
    this.projects = new Projects(core)
    const feed = createEventFeed(core)
    const batched = createBatchedCalls(core)
    this.insights = new Insights(core, feed, batched)
    this.files = new Files(core, feed, batched)
    this.surveys = new Surveys(core, feed)
    this.media = new Media(core)
    this.participants = new Participants(core)
    this.batches = new Batches(core)
    this.events = new Events(core)
    this.exports = new Exports(core)
    this.bundles = new Bundles(core)
    this.trash = new Trash(core)
    this.respondents = new Respondents(core)
    this.erasures = new Erasures(core)
    this.webhooks = new Webhooks(core)
  }

  /** The calls of this client so far, and the limit of its key. */
  get callUsage(): CallUsage {
    const { usage, pacers } = this.#core
    const { callsPerMinute, resumesInMs } = pacers.import
    return { ...usage, callsPerMinute, resumesInMs }
  }
}

const defaultRetries = 4
const defaultUploads = 4
/** As many as a batch has items. Small ones are sent long before their descriptors expire. */
const importsAhead = 100
const defaultThresholdBytes = 64 * 1024 * 1024

function makeCore(options: InletOptions): Core {
  const base = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    // Wrapped, because a browser's fetch throws if it is called as a method of another object.
    fetch: logRequests(
      options.fetch ?? ((url: string, init?: RequestInit) => fetch(url, init)),
      options.logger,
    ),
    logger: options.logger,
    headers: { accept: 'application/json', ...userAgent(options.userAgent) },
    maxRetries: options.maxRetries ?? defaultRetries,
  }
  const isKey = options.clientId !== undefined
  return {
    ...base,
    timeoutMs: options.timeoutMs,
    pollShare: options.callBudget?.pollShare,
    usage: { calls: 0, refused: 0 },
    tokens: isKey
      ? createTokens(fetchTokenWith({ ...base, scopes: options.scopes }, options))
      : givenTokens(options),
    pacers: isKey ? sharedPacers(options.clientId) : createPacers(),
    throttle: options.maxBytesPerSecond === undefined ? undefined : createThrottle(options.maxBytesPerSecond),
    uploadSlots: createSlots(options.maxUploads ?? defaultUploads),
    aheadSlots: createSlots(importsAhead),
    multipart: {
      thresholdBytes: options.multipartThresholdBytes ?? defaultThresholdBytes,
      isUnavailable: false,
    },
  }
}

/** Not in browsers, where a custom header would require a CORS preflight. */
function userAgent(own: string | undefined): Record<string, string> {
  if (findXhr()) return {}
  const name = `inlet-sdk/${version}`
  return { 'user-agent': own ? `${own} ${name}` : name }
}
