import { createTask } from './create-task.ts'
import { describeFile, factsOf } from './describe-file.ts'
import type { SurveyFiles } from './send-survey.ts'
import type { AppendPlan, SurveyPlan } from './survey-plan.ts'
import { addUpload } from './upload-store.ts'

/** Starts the upload of a survey, or of responses that are added to one. */
export function addSurveyUpload(
  { file, media }: SurveyFiles,
  { projectId, ...plan }: { projectId: number } & ({ survey: SurveyPlan } | { append: AppendPlan }),
): void {
  const saved = {
    ...describeFile(file),
    kind: 'survey' as const,
    projectId,
    ...plan,
    ...(media.length > 0 && { media: media.map(factsOf) }),
  }
  const name = 'survey' in plan ? plan.survey.name : `${file.name} for ${plan.append.surveyName}`
  const bytes = media.reduce((sum, { size }) => sum + size, file.size)
  addUpload({ name, bytes, kind: 'survey', projectId }, createTask(saved, { file, media }), saved)
}
