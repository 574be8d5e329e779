/**
 * Writes packages/sdk/src/contract.ts: the operations of the contract and their shapes as plain types. `--check`
 * writes nothing and fails when the committed file is stale.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '../packages/contract/src/index.ts'
import { bodyOf, comment, contentOf, type Schema } from './sdk/schema-type.ts'

const root = join(import.meta.dirname, '..')
const path = join(root, 'packages/sdk/src/contract.ts')

/**
 * Names for shapes that have none in the contract. `item`: one element of a list. `alternatives`: answers other than the
 * first, which a request has to ask for.
 */
const shapes: Record<string, { body?: string; answer?: string; alternatives?: string[]; item?: string }> = {
  'token.issue': { answer: 'IssuedToken' },
  'projects.list': { item: 'Project' },
  'projects.create': { body: 'CreateProject', answer: 'Project' },
  'insights.initialize': {
    body: 'InitializeInsight',
    answer: 'BegunInsight',
    alternatives: ['BegunInsightUpload', 'BegunInsightUrl'],
  },
  'insights.complete': { body: 'CompleteInsight', answer: 'CompletedInsight' },
  'insights.status': { answer: 'InsightDetails' },
  'insights.getUpload': { answer: 'UploadState' },
  'insights.startUpload': { body: 'ImportUploadChoice' },
  'insights.signUploadParts': { body: 'SignParts', answer: 'SignedParts' },
  'insights.discardUpload': {},
  'insights.list': { item: 'ListedInsight' },
  'files.initialize': {
    body: 'InitializeFile',
    answer: 'BegunFile',
    alternatives: ['BegunFileUpload', 'BegunFileUrl'],
  },
  'files.complete': { answer: 'CompletedFile' },
  'files.status': { answer: 'FileDetails' },
  'files.getUpload': { answer: 'UploadState' },
  'files.startUpload': { body: 'ImportUploadChoice' },
  'files.signUploadParts': { body: 'SignParts', answer: 'SignedParts' },
  'files.discardUpload': {},
  'files.list': { item: 'ListedFile' },
  'surveys.initialize': { body: 'InitializeSurvey', answer: 'InitializedSurvey' },
  'surveys.complete': { answer: 'CompletedSurvey' },
  'surveys.status': { answer: 'SurveyUpload' },
  'surveys.retryPart': { answer: 'PartDescriptor' },
  'surveys.withdrawPart': {},
  'surveys.retypeColumn': { answer: 'RetypedColumn' },
  'surveys.append': { body: 'AppendSurvey', answer: 'BegunSurvey' },
  'surveys.registerMedia': {
    body: 'RegisterMedia',
    answer: 'RegisteredMedia',
    alternatives: ['RegisteredUploads'],
  },
  'surveys.retryMedia': { body: 'RetryMedia', answer: 'MediaDescriptor' },
  'surveys.withdrawMedia': {},
  'surveys.getMediaUpload': { answer: 'UploadState' },
  'surveys.startMediaUpload': { body: 'UploadChoice' },
  'surveys.signMediaUploadParts': { body: 'SignParts', answer: 'SignedParts' },
  'surveys.discardMediaUpload': {},
  'surveys.list': { item: 'ListedSurvey' },
  'batches.initialize': { body: 'InitializeBatch', answer: 'InitializedBatch' },
  'batches.complete': { body: 'CompleteBatch', answer: 'CompletedBatch' },
  'batches.status': { body: 'BatchKeys', item: 'BatchStatus' },
  'bundles.initialize': { body: 'InitializeBundle', answer: 'BegunBundle' },
  'bundles.complete': { answer: 'CompletedBundle' },
  'bundles.status': { answer: 'BundleImport' },
  'bundles.getVolumeUpload': { answer: 'UploadState' },
  'bundles.startVolumeUpload': { body: 'UploadChoice' },
  'bundles.signVolumeUploadParts': { body: 'SignParts', answer: 'SignedParts' },
  'bundles.discardVolumeUpload': {},
  'events.list': { item: 'LoggedEvent', answer: 'EventPage' },
  'projects.listManaged': { item: 'ProjectRecord' },
  'projects.get': { answer: 'ProjectRecord' },
  'projects.update': { body: 'UpdateProject', answer: 'ManagedProject' },
  'insights.update': { body: 'UpdateInsight', answer: 'ManagedInsight' },
  'files.update': { body: 'UpdateFile', answer: 'ManagedFile' },
  'surveys.update': { body: 'UpdateSurvey', answer: 'ManagedSurvey' },
  'projects.delete': {},
  'projects.restore': { answer: 'ManagedProject' },
  'insights.delete': {},
  'insights.restore': { answer: 'ManagedInsight' },
  'files.delete': {},
  'files.restore': { answer: 'ManagedFile' },
  'surveys.delete': {},
  'surveys.restore': { answer: 'ManagedSurvey' },
  'media.delete': {},
  'media.restore': { answer: 'ManagedMedia' },
  'respondents.erase': { body: 'EraseRespondent', answer: 'RequestedErasure' },
  'erasures.get': { answer: 'Erasure' },
  'trash.list': { item: 'TrashedRecord' },
  'webhooks.create': { body: 'CreateWebhook', answer: 'WebhookWithSecret' },
  'webhooks.list': { item: 'Webhook' },
  'webhooks.get': { answer: 'Webhook' },
  'webhooks.update': { body: 'UpdateWebhook', answer: 'Webhook' },
  'webhooks.delete': {},
  'webhooks.rotate': { body: 'RotateSecret', answer: 'WebhookWithSecret' },
  'webhooks.test': { answer: 'WebhookDelivery' },
  'webhooks.listDeliveries': { item: 'WebhookDelivery' },
  'webhooks.redeliver': { answer: 'WebhookDelivery' },
  'webhooks.redeliverSince': { body: 'RedeliverSince', answer: 'Redelivered' },
  'exports.create': { body: 'CreateExport', answer: 'CreatedExport' },
  'exports.list': { item: 'ListedExport' },
  'exports.get': { answer: 'ProjectExport' },
  'exports.delete': {},
  'insights.get': { answer: 'InsightRecord' },
  'insights.pages': { answer: 'TextPages' },
  'insights.text': {},
  'insights.urls': { answer: 'ResultUrls' },
  'files.get': { answer: 'FileRecord' },
  'files.transcript': { answer: 'Transcript' },
  'files.pages': { answer: 'TextPages' },
  'files.text': {},
  'files.urls': { answer: 'ResultUrls' },
  'surveys.get': { answer: 'SurveyRecord' },
  'surveys.columns': { item: 'ResultColumn' },
  'surveys.responses': { item: 'ResultResponse' },
  'surveys.results': { answer: 'SurveyResults' },
  'surveys.respondents': { item: 'ResultRespondent' },
  'surveys.media': { item: 'MediaRecord' },
  'media.get': { answer: 'MediaRecord' },
  'media.transcript': { answer: 'Transcript' },
  'media.urls': { answer: 'ResultUrls' },
  'participants.list': { item: 'ResultParticipant' },
  'participants.get': { answer: 'ParticipantRecord' },
}

/** Named in the contract and used in the shapes above. */
const named = [
  'BundleStatus',
  'VolumeDescriptor',
  'ExportContent',
  'ExportFormat',
  'ExportStatus',
  'ExportVolume',
  'Scope',
  'FieldProblem',
  'SurveyErrorDetails',
  'ErrorBody',
  'UploadDescriptor',
  'UploadType',
  'ImportUploadType',
  'UploadPart',
  'FormUpload',
  'MultipartUpload',
  'ImportKind',
  'UrlUpload',
  'ProcessingStatus',
  'InsightType',
  'FileStatus',
  'ColumnType',
  'SurveyStatus',
  'PartStatus',
  'MediaStatus',
  'MediaLevel',
  'RecordingStatus',
  'MediaConfig',
  'DecidedBy',
  'ReportedColumn',
  'SkippedRow',
  'WebhookStatus',
  'DisabledReason',
  'DeliveryStatus',
  'TranscriptFormat',
  'TranscriptSegment',
]

const exported: Record<string, unknown> = { ...contract }
const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'operationId' in value
/** Workspace operations are private. */
const isForPrograms = ({ path }: contract.Route) =>
  path.startsWith('/api/v1/developer/') || path === contract.issueToken.path

function describe(): string {
  const routes = Object.values(exported)
    .filter(isRoute)
    .filter(isForPrograms)
    .sort((a, b) => order(a.operationId) - order(b.operationId))
  const schemas = new Map<string, Schema>(named.map((name) => [name, exported[name] as Schema]))
  for (const route of routes) {
    const names = shapes[route.operationId]
    if (!names)
      throw new Error(`${route.operationId} is new: give its shapes names in scripts/sdk-contract.ts.`)
    const [answer] = Object.values(route.responses) as Schema[]
    if (names.body && route.body) schemas.set(names.body, route.body)
    const [first = answer, ...others] = (names.alternatives && answer?.anyOf) || []
    if (names.answer && first) schemas.set(names.answer, first)
    others.forEach((other, i) => {
      schemas.set(names.alternatives?.[i] ?? '', other)
    })
    if (names.item && answer) schemas.set(names.item, itemOf(answer))
  }
  const names = new Map([...schemas].map(([name, schema]) => [contentOf(schema), name]))
  const types = [...schemas].map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${bodyOf(schema, names)}\n`,
  )
  const table = routes.map(
    ({ operationId, method, path }) => `'${operationId}': { method: '${method}', path: '${path}' },`,
  )
  const errors = { ...contract.errorCatalogue, ...contract.tokenErrorCatalogue }
  return [
    '/** Generated from the contract by "npm run sdk-contract". Do not edit. */\n',
    ...types,
    union('The error codes of the service.', 'ErrorCode', errors),
    union(
      'Why an accepted insight or file could not be processed; new codes may be added.',
      'FailureCode',
      contract.failureCodes,
    ),
    union(
      'Why a part of a survey could not be imported; new codes may be added.',
      'SurveyFailureCode',
      contract.surveyFailureCodes,
    ),
    union(
      'Why a media file of a survey could not be linked; new codes may be added.',
      'MediaFailureCode',
      contract.mediaFailureCodes,
    ),
    `/** The types of events; new types may be added. */\nexport type EventType = ${contract.eventTypes.map((type) => `'${type}'`).join(' | ')}\n`,
    `export const operations = {\n${table.join('\n')}\n} as const\n`,
    'export type OperationId = keyof typeof operations\n',
  ].join('\n')
}

function union(description: string, name: string, catalogue: object): string {
  const codes = Object.keys(catalogue).map((code) => `'${code}'`)
  return `/** ${description} */\nexport type ${name} = ${codes.join(' | ')}\n`
}

const order = (id: string) => Object.keys(shapes).indexOf(id)

function itemOf(page: Schema): Schema {
  const list = Object.values(page.properties ?? {}).find((field) => field.items)
  if (!list?.items) throw new Error('A list without items.')
  return list.items
}

function format(text: string): string {
  const biome = join(root, 'node_modules/.bin/biome')
  const { status, stdout, stderr } = spawnSync(biome, ['format', '--stdin-file-path', path], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const text = format(describe())
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== text) {
    console.error('packages/sdk/src/contract.ts is stale. Run "npm run sdk-contract" and commit it.')
    process.exitCode = 1
  }
} else {
  writeFileSync(path, text)
}
