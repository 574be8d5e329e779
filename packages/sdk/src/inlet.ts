/** The client. Clients of the same API key share its call limit. */
import type { Core } from './http/call.ts'
import { createPacer } from './http/pacer.ts'
import { sharedPacer } from './http/shared-pacer.ts'
import { createSlots } from './http/slots.ts'
import { createTokens, fetchTokenWith, givenTokens } from './http/tokens.ts'
import { type CallUsage, checkOptions, type InletOptions } from './options.ts'
import { Files } from './resources/files.ts'
import { Insights } from './resources/insights.ts'
import { Projects } from './resources/projects.ts'
import { Surveys } from './resources/surveys.ts'
import { findXhr } from './upload/send-by-xhr.ts'
import { version } from './version.ts'

export class Inlet {
  readonly projects: Projects
  readonly insights: Insights
  readonly files: Files
  readonly surveys: Surveys

  readonly #core: Core

  constructor(options: InletOptions) {
    checkOptions(options)
    const core = makeCore(options)
    this.#core = core
    this.projects = new Projects(core)
    this.insights = new Insights(core)
    this.files = new Files(core)
    this.surveys = new Surveys(core)
  }

  /** The calls of this client so far, and the limit of its key. */
  get callUsage(): CallUsage {
    const { usage, pacer } = this.#core
    return { ...usage, callsPerMinute: pacer.callsPerMinute }
  }
}

const defaultRetries = 4
const defaultUploads = 4

function makeCore(options: InletOptions): Core {
  const base = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    // Wrapped, because a browser's fetch throws if it is called as a method of another object.
    fetch: options.fetch ?? ((url: string, init?: RequestInit) => fetch(url, init)),
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
    pacer: isKey ? sharedPacer(options.clientId) : createPacer(),
    uploadSlots: createSlots(options.maxUploads ?? defaultUploads),
  }
}

/** Not in browsers, where a custom header would require a CORS preflight. */
function userAgent(own: string | undefined): Record<string, string> {
  if (findXhr()) return {}
  const name = `inlet-sdk/${version}`
  return { 'user-agent': own ? `${own} ${name}` : name }
}
