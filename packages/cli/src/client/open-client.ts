/** The SDK client of a command. */
import { Inlet } from '@inlet/sdk'
import type { Profile } from '../config/config-file.ts'
import { version } from '../version.ts'

/** The call limit is what slows down an import of many files, so polling gets one call in twenty. */
const pollShare = 0.05

export function openClient(
  { url, clientId, clientSecret }: Profile,
  { maxRetries }: { maxRetries?: number } = {},
): Inlet {
  return new Inlet({
    baseUrl: url,
    clientId,
    clientSecret,
    maxRetries,
    callBudget: { pollShare },
    userAgent: `inlet-cli/${version}`,
  })
}
