import type { Command } from 'commander'
import { readCount } from '../arguments.ts'
import type { Action } from '../register.ts'
import type { CorrectionOptions } from './survey-corrections.handler.ts'

export function addCorrectionCommands(survey: Command, action: Action): void {
  const retype = survey
    .command('retype')
    .summary('change the type of a column')
    .description(
      `Changes the type of a column of a completed survey. Its parts are read again; responses keep their ids and media keep
their links. Run the same command again after an interruption: the survey is read again once.

Column types: Name, Email, Timestamp, Open-ended, Single choice, Multi choice, NPS, Ranking, MEDIA_RESPONSE, Do nothing.`,
    )
    .argument('<upload-key>', 'from the import, or from "inlet survey list"')
    .argument('<column>', 'its header, or its position from 0')
    .argument('<type>', 'the new type')
    .option('--no-wait', 'exit when it is accepted, without waiting for processing')
    .addHelpText(
      'after',
      `
Examples:
  $ inlet survey retype 7c9e6679-7425-40de-944b-e07fc1f90ae7 "Which tools do you use?" "Multi choice"
  $ inlet survey retype 7c9e6679-7425-40de-944b-e07fc1f90ae7 4 NPS --json`,
    )
  action(
    retype,
    async (context, options: CorrectionOptions, uploadKey: string, column: string, type: string) => {
      const { retypeColumn } = await import('./survey-corrections.handler.ts')
      return retypeColumn(context, { uploadKey, column, type }, options)
    },
  )

  const withdraw = survey
    .command('withdraw-part')
    .summary('withdraw a part that failed or will never arrive')
    .description(
      `Withdraws a part that is not processed, while the survey waits for its parts or has failed. Its number is not used again.
If all other parts are processed, the survey is completed without it; otherwise continue with "inlet survey retry".`,
    )
    .argument('<upload-key>', 'from the import, or from "inlet status"')
    .argument('<part>', 'the number of the part', readCount(1, 1_000_000))
    .option('--no-wait', 'exit when it is withdrawn, without waiting for processing')
    .addHelpText(
      'after',
      '\nExamples:\n  $ inlet survey withdraw-part 7c9e6679-7425-40de-944b-e07fc1f90ae7 4',
    )
  action(withdraw, async (context, options: CorrectionOptions, uploadKey: string, part: number) => {
    const { withdrawPart } = await import('./survey-corrections.handler.ts')
    return withdrawPart(context, { uploadKey, part }, options)
  })
}
