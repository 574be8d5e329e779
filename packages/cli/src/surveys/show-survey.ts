/** A survey upload as a command reports it. */
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
    for (const file of media_files ?? [])
      if (file.status === 'FAILED')
        output.warn(
          `${printable(file.filename)} was not linked: ${file.error_reason ?? 'no reason was given'}`,
        )
  }
  return survey.status === 'COMPLETED' ? exitCodes.done : exitCodes.incomplete
}

function isLinked({ status }: { status: string }): boolean {
  return status === 'LINKED'
}
