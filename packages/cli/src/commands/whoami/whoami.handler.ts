import { issueToken } from '../../client/issue-token.ts'
import { findCredentials } from '../../config/credentials.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export async function whoami({ env, fetch, output }: Context, { profile }: CommonOptions): Promise<ExitCode> {
  const { url, clientId, clientSecret, source } = await findCredentials(env, profile)
  const { scopes } = await issueToken(fetch, { url, clientId, clientSecret })
  output.record({ client_id: clientId, scopes, url, source })
  return exitCodes.done
}
