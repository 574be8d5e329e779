/** `@inlet/sdk`: the Inlet client for browsers and Node. */
export type {
  AppendSurvey,
  BegunFile,
  BegunInsight,
  BegunSurvey,
  ColumnType,
  CompletedFile,
  CompletedInsight,
  CompletedSurvey,
  CompleteInsight,
  CreateProject,
  DecidedBy,
  ErrorBody,
  ErrorCode,
  FailureCode,
  FieldProblem,
  FileDetails,
  FileStatus,
  InitializedSurvey,
  InitializeFile,
  InitializeInsight,
  InitializeSurvey,
  InsightDetails,
  InsightType,
  ListedFile,
  ListedInsight,
  ListedSurvey,
  MediaConfig,
  MediaDescriptor,
  MediaLevel,
  MediaStatus,
  PartDescriptor,
  PartStatus,
  ProcessingStatus,
  Project,
  RegisteredMedia,
  RegisterMedia,
  ReportedColumn,
  RetypedColumn,
  Scope,
  SkippedRow,
  SurveyErrorDetails,
  SurveyStatus,
  SurveyUpload,
  UploadDescriptor,
} from './contract.ts'
export {
  ApiError,
  BadRequestError,
  CancelledError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  IdempotencyMismatchError,
  ImportFailedError,
  InletError,
  InvalidInputError,
  isTransient,
  type KnownCode,
  LaterAppendError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  UploadError,
} from './errors.ts'
export type { ApiPromise } from './http/api-promise.ts'
export type { Answer } from './http/call.ts'
export { Page, type PagePromise, type PageQuery } from './http/page.ts'
export type { FollowOptions, HandleOptions, ImportHandle } from './imports/handle.ts'
export type { AppendResponsesOptions, ImportSurveyOptions } from './imports/import-survey.ts'
export type { SurveyKeys } from './imports/send-survey.ts'
export type { CellValue, SurveyInput, SurveyRows } from './imports/survey-source.ts'
export { Inlet } from './inlet.ts'
export type {
  CallBudget,
  CallUsage,
  ClientOptions,
  Fetch,
  InletOptions,
  KeyCredentials,
  RequestOptions,
  TokenCredentials,
} from './options.ts'
export type {
  DetailedFile,
  DetailedInsight,
  DetailedListedFile,
  DetailedListedInsight,
  IncludeDetails,
} from './resources/details.ts'
export type { FileKeys, Files, ImportedFile, ImportFileOptions } from './resources/files.ts'
export type { ImportedInsight, ImportInsightOptions, InsightKeys, Insights } from './resources/insights.ts'
export type { Projects } from './resources/projects.ts'
export type { Surveys } from './resources/surveys.ts'
export type { ImportProgress, ImportStage, ProgressListener } from './upload/progress.ts'
export type { FileInput, FileSource } from './upload/source.ts'
export { type UploadOptions, upload } from './upload/upload.ts'
export { version } from './version.ts'
