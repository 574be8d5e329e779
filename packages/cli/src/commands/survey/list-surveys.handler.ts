import type { ListedSurvey } from '@inlet/sdk'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export async function listSurveys(
  { connect, output }: Context,
  { profile, limit }: CommonOptions & { limit: number },
): Promise<ExitCode> {
  const inlet = await connect({ profile })
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
