/** The SDK's client for a command, with a count of what it asked and how it was answered. */
import { Inlet } from '@inlet/sdk'
import type { Profile } from '../config/config-file.ts'
import { version } from '../version.ts'

export interface ClientFigures {
  /** Calls that were answered, tokens and uploads aside. */
  calls: number
  /** Of these, how many were told to wait. */
  refused: number
  /** Calls a minute, once an answer has told. */
  limit: number | undefined
}

export interface Client {
  inlet: Inlet
  readonly figures: ClientFigures
}

export function openClient(
  { url, clientId, clientSecret }: Profile,
  { maxRetries }: { maxRetries?: number } = {},
): Client {
  const figures: ClientFigures = { calls: 0, refused: 0, limit: undefined }
  const inlet = new Inlet({
    baseUrl: url,
    clientId,
    clientSecret,
    maxRetries,
    userAgent: `inlet-cli/${version}`,
    fetch: async (address, init) => {
      const answer = await fetch(address, init)
      const policy = /;\s*q=(\d+).*;\s*w=(\d+)/.exec(answer.headers.get('ratelimit-policy') ?? '')
      if (!policy) return answer
      figures.calls += 1
      if (answer.status === 429) figures.refused += 1
      figures.limit = (Number(policy[1]) * 60) / Number(policy[2])
      return answer
    },
  })
  return { inlet, figures }
}
