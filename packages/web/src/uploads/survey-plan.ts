import type { ColumnType } from '@inlet/survey-csv'

/** What was chosen in the preview of a survey. */
export interface SurveyPlan {
  projectId: number
  name: string
  columns: Record<string, ColumnType>
  /** As shown in the preview; the columns are named by the first header row. */
  headerRows: number
  addsParticipants: boolean
  /** The same for every attempt, so that a retry resumes the same upload. */
  idempotencyKey: string
}

/** Responses that are added to a survey. */
export interface AppendPlan {
  uploadKey: string
  surveyName: string
  /** The number of its first part, by which the parts are found again. */
  firstPart: number
}
