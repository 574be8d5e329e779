/**
 * What a migration may not do while the release before still runs, or while requests wait. Pure; a test holds every
 * migration against it. A step that takes something away says so and why: `-- contract: REASON` on a line of its own.
 */
import { isConcurrent } from './migration-text.ts'

/** Tables with a row for each import, response or job step: a lock that lasts as long as reading them is an outage. */
const largeTables = new Set([
  'file',
  'insight',
  'extraction',
  'extraction_page',
  'recording',
  'transcript',
  'transcript_segment',
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
])

interface Rule {
  breaks: string
  pattern: RegExp
}

/** Each is what the release before may still use, or what it does not know how to fill. */
const destructive: readonly Rule[] = [
  { breaks: 'drops a table', pattern: /\bdrop table\b/ },
  { breaks: 'drops a column', pattern: /\bdrop column\b/ },
  { breaks: 'renames something', pattern: /\brename\b/ },
  { breaks: 'changes the type of a column', pattern: /\balter column \w+ (?:set data )?type\b/ },
  { breaks: 'makes a column required', pattern: /\balter column \w+ set not null\b/ },
  {
    breaks: 'adds a required column without a default',
    pattern: /\badd column (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/,
  },
  { breaks: 'drops an index, a trigger or a function', pattern: /\bdrop (?:index|trigger|function)\b/ },
  { breaks: 'empties a table', pattern: /\btruncate\b/ },
  { breaks: 'sets a lock timeout of its own', pattern: /\bset (?:local )?(?:lock|statement)_timeout\b/ },
]

const reason = /^-- contract: \S.{10,}$/m

/** The rules it breaks, in words; nothing when all is well. */
export function judgeMigration(sql: string): string[] {
  const text = statementsOf(sql)
  const broken = destructive.filter(({ pattern }) => pattern.test(text)).map(({ breaks }) => breaks)
  return [...(reason.test(sql) ? [] : broken), ...judgeLocks(sql, text)]
}

/** Without comments and without the bodies of functions, which only run later. */
function statementsOf(sql: string): string {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$.*?\$\$/gs, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
}

function judgeLocks(sql: string, text: string): string[] {
  const made = new Set(
    Array.from(text.matchAll(/\bcreate (?:unlogged )?table (\w+)/g), ([, name]) => name ?? ''),
  )
  const isLarge = (table: string | undefined) =>
    table !== undefined && largeTables.has(table) && !made.has(table)
  const found: string[] = []
  for (const [, mode, table] of text.matchAll(
    /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?\w+ on (\w+)/g,
  )) {
    if (!mode && isLarge(table)) found.push(`builds an index on ${table} and stops its writes meanwhile`)
    if (mode && !isConcurrent(sql))
      found.push('builds concurrently but does not begin with "-- concurrently"')
  }
  for (const [, table, change = ''] of text.matchAll(/\balter table (\w+) ([^;]*)/g)) {
    const adds = /\badd (?:constraint \w+ )?(?:check|foreign key|unique|exclude)\b/.test(change)
    if (isLarge(table) && adds && !/\bnot valid\b/.test(change))
      found.push(`adds a constraint to ${table} and reads all of it under a lock`)
  }
  return found
}
