/**
 * What a migration must not do while the previous release still runs or while requests wait. Pure; a test checks
 * every migration against it. A step that removes something states why: `-- contract: REASON` on a line of its own.
 */
import { isConcurrent } from './migration-text.ts'

/** Tables with a row per import, response or job step: a lock held for a full scan of them is an outage. */
const largeTables = new Set([
  'file',
  'insight',
  'extraction',
  'extraction_page',
  'recording',
  'transcript',
  'transcript_segment',
  'transcript_change',
  'transcript_change_line',
  'survey_part',
  'survey_media',
  'response',
  'answer_block',
  'note',
  'respondent',
  'media_cell',
  'participant',
  'participant_respondent',
  'search_entry',
  'object_trash',
  'idempotency_key',
  'upload',
])

interface Rule {
  violation: string
  pattern: RegExp
}

/** Each rule protects something that the previous release may still use or cannot fill. */
const destructive: readonly Rule[] = [
  { violation: 'drops a table', pattern: /\bdrop table\b/ },
  { violation: 'drops a column', pattern: /\bdrop column\b/ },
  { violation: 'renames something', pattern: /\brename\b/ },
  { violation: 'changes the type of a column', pattern: /\balter column \w+ (?:set data )?type\b/ },
  { violation: 'makes a column required', pattern: /\balter column \w+ set not null\b/ },
  {
    violation: 'adds a required column without a default',
    pattern: /\badd column (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/,
  },
  { violation: 'drops an index, a trigger or a function', pattern: /\bdrop (?:index|trigger|function)\b/ },
  { violation: 'empties a table', pattern: /\btruncate\b/ },
  { violation: 'sets a lock timeout of its own', pattern: /\bset (?:local )?(?:lock|statement)_timeout\b/ },
]

const reason = /^-- contract: \S.{10,}$/m

/** The violated rules as text; empty when there are none. */
export function findViolations(sql: string): string[] {
  const text = statementsOf(sql)
  const broken = destructive.filter(({ pattern }) => pattern.test(text)).map(({ violation }) => violation)
  return [...(reason.test(sql) ? [] : broken), ...findLockViolations(sql, text)]
}

/** Without comments and function bodies, which only run later. */
function statementsOf(sql: string): string {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$.*?\$\$/gs, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
}

function findLockViolations(sql: string, text: string): string[] {
  const createdTables = new Set(
    Array.from(text.matchAll(/\bcreate (?:unlogged )?table (\w+)/g), ([, name]) => name ?? ''),
  )
  const isLarge = (table: string | undefined) =>
    table !== undefined && largeTables.has(table) && !createdTables.has(table)
  const found: string[] = []
  for (const [, mode, table] of text.matchAll(
    /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?\w+ on (\w+)/g,
  )) {
    if (!mode && isLarge(table)) found.push(`builds an index on ${table} and blocks writes to it`)
    if (mode && !isConcurrent(sql))
      found.push('builds concurrently but does not begin with "-- concurrently"')
  }
  for (const [, table, change = ''] of text.matchAll(/\balter table (\w+) ([^;]*)/g)) {
    const adds = /\badd (?:constraint \w+ )?(?:check|foreign key|unique|exclude)\b/.test(change)
    if (isLarge(table) && adds && !/\bnot valid\b/.test(change))
      found.push(`adds a constraint to ${table} and scans it under a lock`)
  }
  return found
}
