/** `@inlet/sdk`: the Inlet client for browsers and Node. */
export type {
  AppendSurvey,
  BegunFile,
  BegunFileUpload,
  BegunInsight,
  BegunInsightUpload,
  BegunSurvey,
  ColumnType,
  CompletedFile,
  CompletedInsight,
  CompletedSurvey,
  CompleteInsight,
  CreateProject,
  CreateWebhook,
  DecidedBy,
  DeliveryStatus,
  DisabledReason,
  ErrorBody,
  ErrorCode,
  EventType,
  FailureCode,
  FieldProblem,
  FileDetails,
  FileStatus,
  FormUpload,
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
  MultipartUpload,
  PartDescriptor,
  PartStatus,
  ProcessingStatus,
  Project,
  Redelivered,
  RedeliverSince,
  RegisteredMedia,
  RegisteredUploads,
  RegisterMedia,
  ReportedColumn,
  RetypedColumn,
  RotateSecret,
  Scope,
  SignedParts,
  SignParts,
  SkippedRow,
  SurveyErrorDetails,
  SurveyStatus,
  SurveyUpload,
  UpdateWebhook,
  UploadChoice,
  UploadDescriptor,
  UploadPart,
  UploadState,
  UploadType,
  Webhook,
  WebhookDelivery,
  WebhookStatus,
  WebhookWithSecret,
} from './contract.ts'
export {
  ApiError,
  BadRequestError,
  CancelledError,
  ConflictError,
  ConnectionError,
  CursorExpiredError,
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
  type WebhookCheck,
  WebhookVerificationError,
} from './errors.ts'
export type { EventFilter, InletEvent } from './events/inlet-event.ts'
export type { EventPage, EventQuery } from './events/read-log.ts'
export type { ApiPromise } from './http/api-promise.ts'
export type { Answer } from './http/call.ts'
export type { CursorPage, CursorPagePromise, CursorQuery } from './http/cursor-page.ts'
export { Page, type PagePromise, type PageQuery } from './http/page.ts'
export type { ProjectFilter, RecordFilter, RecordSort } from './http/record-query.ts'
export type { FollowOptions, HandleOptions, ImportHandle, WaitOptions } from './imports/handle.ts'
export type { AppendResponsesOptions, ImportSurveyOptions } from './imports/import-survey.ts'
export type { ReferenceOptions } from './imports/references.ts'
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
  LogFacts,
  Logger,
  RequestOptions,
  StatusOptions,
  TokenCredentials,
} from './options.ts'
export type {
  DetailedFile,
  DetailedInsight,
  DetailedListedFile,
  DetailedListedInsight,
  DetailedListedSurvey,
  IncludeDetails,
} from './resources/details.ts'
export type { EventBatch, Events, IterateEventsOptions } from './resources/events.ts'
export type {
  FileFilter,
  FileKeys,
  Files,
  FollowedFile,
  ImportedFile,
  ImportFileOptions,
} from './resources/files.ts'
export type {
  FollowedInsight,
  ImportedInsight,
  ImportInsightOptions,
  InsightFilter,
  InsightKeys,
  Insights,
} from './resources/insights.ts'
export type { Projects } from './resources/projects.ts'
export type { SurveyFilter, Surveys } from './resources/surveys.ts'
export type { FormChoice, MultipartChoice } from './resources/upload-choice.ts'
export type { Webhooks } from './resources/webhooks.ts'
export type { ImportProgress, ImportStage, ProgressListener } from './upload/progress.ts'
export type { FileInput, FileSource } from './upload/source.ts'
export { createThrottle, type Throttle } from './upload/throttle.ts'
export { type UploadOptions, upload } from './upload/upload.ts'
export { version } from './version.ts'
export { type SignedWebhook, signWebhook } from './webhooks/sign-webhook.ts'
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks/verify-webhook.ts'
