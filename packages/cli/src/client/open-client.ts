/** The SDK client of a command. */
import { Inlet } from '@inlet/sdk'
import type { Profile } from '../config/config-file.ts'
import type { Context } from '../context.ts'
import { version } from '../version.ts'

/** The call limit is what slows down an import of many files, so polling gets one call in twenty. */
const pollShare = 0.05

export function openClient(
  { fetch, output }: Pick<Context, 'fetch' | 'output'>,
  { url, clientId, clientSecret }: Profile,
  { maxBytesPerSecond }: { maxBytesPerSecond?: number | undefined } = {},
): Inlet {
  return new Inlet({
    baseUrl: url,
    clientId,
    clientSecret,
    fetch,
    logger: output.logger,
    maxBytesPerSecond,
    callBudget: { pollShare },
    userAgent: `inlet-cli/${version}`,
  })
}
