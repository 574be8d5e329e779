/** What `include: ['details']` adds to a status or a list item. */
import type {
  FailureCode,
  FileDetails,
  InsightDetails,
  ListedFile,
  ListedInsight,
  ListedSurvey,
  SurveyFailureCode,
} from '../contract.ts'

/** Groups of fields to add. The fields of a group are then always present, null while unknown. */
export interface IncludeDetails {
  include: readonly ['details']
}

/** Newer services may send other codes; editors complete the known ones. */
type WithFailureCode<T extends { error_code?: string | null }, Code = FailureCode> = Omit<T, 'error_code'> & {
  error_code: Code | (string & {}) | null
}
type StatusField =
  | 'kind'
  | 'progress'
  | 'notices'
  | 'external_id'
  | 'metadata'
  | 'size_bytes'
  | 'sha256'
  | 'updated_at'
  | 'completed_at'
type ItemField = 'external_id' | 'updated_at'

export type DetailedFile = WithFailureCode<FileDetails & Required<Pick<FileDetails, StatusField>>>
export type DetailedInsight = WithFailureCode<InsightDetails & Required<Pick<InsightDetails, StatusField>>>
export type DetailedListedFile = WithFailureCode<ListedFile & Required<Pick<ListedFile, ItemField>>>
export type DetailedListedInsight = WithFailureCode<ListedInsight & Required<Pick<ListedInsight, ItemField>>>
export type DetailedListedSurvey = WithFailureCode<
  ListedSurvey & Required<Pick<ListedSurvey, ItemField | 'status'>>,
  SurveyFailureCode
>
