import type { Inlet, SurveyUpload } from '@inlet/sdk'
import type { CommonOptions, Context } from '../../context.ts'
import { CliError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { readColumnType } from '../../surveys/column-mapping.ts'
import { showSurvey } from '../../surveys/show-survey.ts'

export interface CorrectionOptions extends CommonOptions {
  wait: boolean
}

export function retypeColumn(
  context: Context,
  { uploadKey, column, type: typeText }: { uploadKey: string; column: string; type: string },
  options: CorrectionOptions,
): Promise<ExitCode> {
  const type = readColumnType(typeText)
  return correct(context, uploadKey, options, async (inlet, signal) => {
    const { columns } = await inlet.surveys.status(uploadKey, { include: ['columns'], signal })
    await inlet.surveys.retypeColumn(uploadKey, findPosition(columns ?? [], column), type, { signal })
  })
}

export function withdrawPart(
  context: Context,
  { uploadKey, part }: { uploadKey: string; part: number },
  options: CorrectionOptions,
): Promise<ExitCode> {
  return correct(context, uploadKey, options, (inlet, signal) =>
    inlet.surveys.withdrawPart(uploadKey, part, { signal }),
  )
}

/** Shows the survey after the correction, and waits only if the service has started to process it again. */
async function correct(
  context: Context,
  uploadKey: string,
  options: CorrectionOptions,
  change: (inlet: Inlet, signal: AbortSignal) => Promise<void>,
): Promise<ExitCode> {
  const { connect, output } = context
  const inlet = await connect(options)
  const stop = context.listenForStop((text) => output.say(text))
  const signal = stop.soft
  try {
    await change(inlet, signal)
    const survey = await inlet.surveys.status(uploadKey, { signal })
    const isWaiting = options.wait && survey.status === 'PROCESSING'
    const ended = isWaiting ? await inlet.surveys.wait(uploadKey, { signal }) : survey
    if (ended.status === 'AWAITING_UPLOAD')
      output.say(`Other parts are not imported yet: inlet survey retry ${uploadKey}`)
    const exitCode = showSurvey(output, ended)
    return options.wait ? exitCode : exitCodes.done
  } finally {
    stop.done()
  }
}

type Column = NonNullable<SurveyUpload['columns']>[number]

/** A header that is a number takes precedence over a position. */
export function findPosition(columns: readonly Pick<Column, 'position' | 'header'>[], text: string): number {
  const wanted = text.trim().normalize('NFC')
  const found =
    columns.find(({ header }) => header === wanted) ??
    columns.find(({ position }) => String(position) === wanted)
  if (found) return found.position
  const known = columns.map(({ position, header }) => `${position} ${header}`).join(', ')
  const message =
    columns.length === 0
      ? 'The survey has no columns yet. Wait until it is COMPLETED.'
      : `The survey has no column "${text}". It has: ${known}.`
  throw new CliError(message, { code: 'column_not_found' })
}
