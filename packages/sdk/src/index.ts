/** `@inlet/sdk`: the Inlet client for browsers and Node. */
export type {
  AppendSurvey,
  BatchKeys,
  BatchStatus,
  BegunBundle,
  BegunFile,
  BegunFileUpload,
  BegunFileUrl,
  BegunInsight,
  BegunInsightUpload,
  BegunInsightUrl,
  BegunSurvey,
  BundleImport,
  BundleStatus,
  ColumnType,
  CompleteBatch,
  CompletedBatch,
  CompletedBundle,
  CompletedFile,
  CompletedInsight,
  CompletedSurvey,
  CompleteInsight,
  CreatedExport,
  CreateExport,
  CreateProject,
  CreateWebhook,
  DecidedBy,
  DeliveryStatus,
  DisabledReason,
  ErrorBody,
  ErrorCode,
  EventType,
  ExportContent,
  ExportFormat,
  ExportStatus,
  ExportVolume,
  FailureCode,
  FieldProblem,
  FileDetails,
  FileRecord,
  FileStatus,
  FormUpload,
  ImportKind,
  InitializeBatch,
  InitializeBundle,
  InitializedBatch,
  InitializedSurvey,
  InitializeFile,
  InitializeInsight,
  InitializeSurvey,
  InsightDetails,
  InsightRecord,
  InsightType,
  ListedExport,
  ListedFile,
  ListedInsight,
  ListedSurvey,
  ManagedFile,
  ManagedInsight,
  ManagedMedia,
  ManagedProject,
  ManagedSurvey,
  MediaConfig,
  MediaDescriptor,
  MediaFailureCode,
  MediaLevel,
  MediaRecord,
  MediaStatus,
  MultipartUpload,
  PartDescriptor,
  ParticipantRecord,
  PartStatus,
  ProcessingStatus,
  Project,
  ProjectExport,
  ProjectRecord,
  Redelivered,
  RedeliverSince,
  RegisteredMedia,
  RegisteredUploads,
  RegisterMedia,
  ReportedColumn,
  ResultColumn,
  ResultParticipant,
  ResultRespondent,
  ResultResponse,
  ResultUrls,
  RetypedColumn,
  RotateSecret,
  Scope,
  SignedParts,
  SignParts,
  SkippedRow,
  SurveyErrorDetails,
  SurveyFailureCode,
  SurveyRecord,
  SurveyResults,
  SurveyStatus,
  SurveyUpload,
  TextPages,
  Transcript,
  TranscriptFormat,
  TranscriptSegment,
  TrashedRecord,
  UpdateFile,
  UpdateInsight,
  UpdateProject,
  UpdateSurvey,
  UpdateWebhook,
  UploadChoice,
  UploadDescriptor,
  UploadPart,
  UploadState,
  UploadType,
  UrlUpload,
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
export { createSlots, type Slots } from './http/slots.ts'
export { type BatchResult, itemError } from './imports/batched-calls.ts'
export type { FollowOptions, HandleOptions, ImportHandle, WaitOptions } from './imports/handle.ts'
export type { AppendResponsesOptions, ImportSurveyOptions } from './imports/import-survey.ts'
export type { LinkedFile } from './imports/import-url.ts'
export type { ReferenceOptions } from './imports/references.ts'
export type { SurveyKeys } from './imports/send-survey.ts'
export type { CellValue, SurveyInput, SurveyRows } from './imports/survey-source.ts'
export { Inlet } from './inlet.ts'
export type {
  CallBudget,
  CallUsage,
  ChangeOptions,
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
export type { Erasures, Respondents } from './resources/erasures.ts'
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
  ResumeInsightOptions,
} from './resources/insights.ts'
export type { Media } from './resources/media.ts'
export type { Participants } from './resources/participants.ts'
export type { ManagedProjectQuery, Projects } from './resources/projects.ts'
export type { CaptionFormat, PageRange, TranscriptOptions } from './resources/results.ts'
export type { ResponseFilter } from './resources/survey-results.ts'
export type { SurveyFilter, Surveys } from './resources/surveys.ts'
export type { Webhooks } from './resources/webhooks.ts'
export type { ImportProgress, ImportStage, ProgressListener } from './upload/progress.ts'
export type { FileInput, FileSource } from './upload/source.ts'
export { createThrottle, type Throttle } from './upload/throttle.ts'
export { type UploadOptions, type UploadPartsOptions, upload, uploadParts } from './upload/upload.ts'
export type { FormChoice, MultipartChoice, SentChoice, UrlChoice } from './upload/upload-choice.ts'
export type { UploadCalls } from './upload/upload-in-parts.ts'
export { nameOfUrl } from './upload/url-name.ts'
export { version } from './version.ts'
export { type SignedWebhook, signWebhook } from './webhooks/sign-webhook.ts'
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks/verify-webhook.ts'
