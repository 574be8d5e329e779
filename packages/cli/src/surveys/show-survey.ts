/** Prints a survey upload. */
import type { SurveyUpload } from '@inlet/sdk'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import { printable } from '../output/text.ts'

export function showSurvey(output: Output, survey: SurveyUpload): ExitCode {
  if (output.isJson) output.document(survey, [])
  else {
    const { processing, media_files } = survey
    output.record({
      upload_key: survey.upload_key,
      survey_key: survey.survey_key,
      status: survey.status,
      responses: processing.total_responses,
      questions: processing.questions_detected,
      parts: survey.num_parts,
      ...(media_files && { media: `${media_files.filter(isLinked).length} of ${media_files.length} linked` }),
    })
    const failed = (media_files ?? []).filter(({ status }) => status === 'FAILED')
    for (const file of failed)
      output.warn(`${printable(file.filename)} was not linked: ${file.error_reason ?? 'no reason was given'}`)
    if (failed.length > 0)
      output.say(`To replace a file: inlet survey media replace ${survey.upload_key} NAME FILE`)
  }
  return survey.status === 'COMPLETED' ? exitCodes.done : exitCodes.incomplete
}

function isLinked({ status }: { status: string }): boolean {
  return status === 'LINKED'
}
