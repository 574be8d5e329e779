/** The client: one per API key. Clients of the same key share its allowance. */
import type { Core } from './http/call.ts'
import { createPacer } from './http/pacer.ts'
import { sharedPacer } from './http/shared-pacer.ts'
import { createSlots } from './http/slots.ts'
import { createTokens, fetchTokenWith, givenTokens } from './http/tokens.ts'
import { checkOptions, type InletOptions } from './options.ts'
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

  constructor(options: InletOptions) {
    checkOptions(options)
    const core = makeCore(options)
    this.projects = new Projects(core)
    this.insights = new Insights(core)
    this.files = new Files(core)
    this.surveys = new Surveys(core)
  }
}

const usualRetries = 4
const usualUploads = 4

function makeCore(options: InletOptions): Core {
  const base = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    // Called without an object: a browser's fetch refuses to be a method of anything but the window.
    fetch: options.fetch ?? ((url: string, init?: RequestInit) => fetch(url, init)),
    headers: { accept: 'application/json', ...userAgent(options.userAgent) },
    maxRetries: options.maxRetries ?? usualRetries,
  }
  const isKey = options.clientId !== undefined
  return {
    ...base,
    timeoutMs: options.timeoutMs,
    tokens: isKey
      ? createTokens(fetchTokenWith({ ...base, scopes: options.scopes }, options))
      : givenTokens(options),
    pacer: isKey ? sharedPacer(options.clientId) : createPacer(),
    uploadSlots: createSlots(options.maxUploads ?? usualUploads),
  }
}

/** A browser names itself; another header would only make its requests need a permission more. */
function userAgent(own: string | undefined): Record<string, string> {
  if (findXhr()) return {}
  const name = `inlet-sdk/${version}`
  return { 'user-agent': own ? `${own} ${name}` : name }
}
