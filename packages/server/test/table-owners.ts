/** Which feature writes which table, read from the SQL in the source. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Every table and its only writer. Others read, or call a function of the owner. */
export const owners: Record<string, string> = {
  answer_block: 'features/responses',
  api_key: 'features/keys',
  api_key_secret: 'features/keys',
  app_user: 'features/team',
  audit_entry: 'features/audit',
  ended_delivery: 'features/webhooks',
  bundle: 'features/bundles',
  bundle_entry: 'features/bundles',
  bundle_volume: 'features/bundles',
  deleted_media: 'features/surveys',
  deployment_secret: 'platform/auth',
  erased_survey: 'features/erasures',
  erasure: 'features/erasures',
  event: 'features/events',
  event_head: 'features/events',
  event_outbox: 'features/events',
  extraction: 'features/document-processing',
  extraction_page: 'features/document-processing',
  export_entry: 'features/exports',
  export_volume: 'features/exports',
  former_project: 'features/projects',
  import_mail_choice: 'features/import-mail',
  import_outcome: 'features/import-mail',
  file: 'features/files',
  idempotency_claim: 'platform/idempotency',
  idempotency_key: 'platform/idempotency',
  import_tally: 'features/projects',
  import_tally_change: 'features/projects',
  insight: 'features/insights',
  invitation: 'features/sign-in',
  label_template: 'features/projects',
  media_cell: 'features/responses',
  note: 'features/responses',
  object_trash: 'features/uploads',
  participant: 'features/participants',
  participant_respondent: 'features/participants',
  password_reset: 'features/sign-in',
  pending_delivery: 'features/webhooks',
  project: 'features/projects',
  project_export: 'features/exports',
  purged_project: 'features/events',
  rate_limit: 'platform/rate-limit',
  recording: 'features/recording-processing',
  respondent: 'features/responses',
  response: 'features/responses',
  search_entry: 'features/search-index',
  search_progress: 'features/search-index',
  session: 'features/sign-in',
  signing_key: 'platform/auth',
  speaker_name: 'features/recordings',
  transcription_request: 'features/recording-processing',
  survey: 'features/surveys',
  survey_column: 'features/responses',
  survey_media: 'features/surveys',
  survey_option: 'features/responses',
  survey_part: 'features/surveys',
  survey_storage: 'features/team',
  survey_storage_change: 'features/team',
  team: 'features/team',
  transcript: 'features/recording-processing',
  transcript_change: 'features/recordings',
  transcript_change_line: 'features/recordings',
  transcript_segment: 'features/recording-processing',
  trash_entry: 'features/trash',
  upload: 'features/uploads',
  upload_claim: 'features/uploads',
  user_identity: 'features/sign-in',
  user_password: 'features/sign-in',
  webhook: 'features/webhooks',
}

/** Written by functions of the database only (docs/adr/0077). */
export const writtenByFunctions = ['event', 'event_head', 'event_outbox']

/** Tables that exist for one connection. */
const temporaryTables = ['listed', 'suspect']

/** Created by the code that runs migrations. */
const migrationTable = 'schema_migration'

export interface Write {
  /** A folder of the source: `features/files`, `platform/auth`, `app`. */
  writer: string
  file: string
  /** `?` where the statement names its table at run time. */
  table: string
}

const write =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?([a-z_.]+|\?)/gi

/** Words after `update` where it is part of a lock or a conflict clause. */
const noTable = new Set(['set', 'of', 'skip', 'nowait'])

export function writesOf(file: string, source: string): Write[] {
  const writer = /^((?:features|platform)\/[^/]+|[^/]+)/.exec(file)?.[1] ?? file
  return statements(file, source).flatMap((text) =>
    [...text.matchAll(write)]
      .map(([, table = '']) => table)
      .filter(
        (table) =>
          !noTable.has(table) &&
          !temporaryTables.includes(table) &&
          table !== migrationTable &&
          !table.startsWith('job.'),
      )
      .map((table) => ({ writer, file, table })),
  )
}

/** Templates and strings, where an interpolation right after the verb reads as `?`. */
function statements(file: string, source: string): string[] {
  const found: string[] = []
  const visitor = new Visitor({
    TemplateLiteral({ quasis }) {
      found.push(quasis.map(({ value }) => value.cooked ?? '').join('?'))
    },
    Literal({ value }) {
      if (typeof value === 'string') found.push(value)
    },
  })
  visitor.visit(parseSync(file, source).program)
  return found.filter((text) => /^\s*(?:with|insert|update|delete|truncate|merge|\?)/i.test(text))
}

export function writesIn(folder: string): Write[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((file) => writesOf(file, readFileSync(join(folder, file), 'utf8')))
}

export function tablesOf(migrations: string): string[] {
  const created = readdirSync(migrations).flatMap((name) => [
    ...readFileSync(join(migrations, name), 'utf8').matchAll(
      /^create (?:unlogged )?table (?:if not exists )?([a-z_]+)/gm,
    ),
  ])
  return [...new Set(created.map(([, table = '']) => table))].sort()
}
