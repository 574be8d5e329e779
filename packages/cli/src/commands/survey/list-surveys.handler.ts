import type { ListedSurvey } from '@inlet/sdk'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export async function listSurveys(
  { env, output }: Context,
  { profile, limit }: CommonOptions & { limit: number },
): Promise<ExitCode> {
  const inlet = openClient(await findCredentials(env, profile))
  const surveys: ListedSurvey[] = []
  for await (const survey of inlet.surveys.list({ limit: Math.min(limit, 50) })) {
    surveys.push(survey)
    if (surveys.length >= limit) break
  }
  output.table(
    surveys.map((survey) => ({ ...survey })),
    'No completed survey is accessible with this key.',
  )
  return exitCodes.done
}
