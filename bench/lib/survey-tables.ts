/** The rows of a survey written to files and loaded again by psql: what the import is measured against. */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { to } from 'pg-copy-streams'

const run = promisify(execFile)

/** Each table with its columns, and the condition that picks the rows of a part. */
const tables = [
  ['response', 'answered_at, id, respondent_id, answers, ranks, answered_text', 'id >> 15'],
  ['note', 'position, response_id, text', 'response_id >> 15'],
  ['respondent', 'id, name, email', 'id >> 15'],
  ['answer_block', 'position, part_number, row_count, width, data', 'part_number'],
] as const

export type CopyFormat = 'text' | 'binary'

/** Writes what the survey has, as of another survey, and returns the scripts that load it: one transaction a part. */
export async function writeBareLoad(
  pool: Pool,
  options: { surveyId: number; asSurveyId: number; parts: number; dir: string; format: CopyFormat },
): Promise<string> {
  const { surveyId, asSurveyId, parts, dir, format } = options
  const lines: string[] = []
  for (let part = 1; part <= parts; part += 1) {
    lines.push('begin;')
    for (const [table, columns, partOf] of tables) {
      const path = join(dir, `${format}-${asSurveyId}-${table}-${part}`)
      await copyOut(
        pool,
        `select ${asSurveyId}::bigint as survey_id, ${columns} from ${table}
         where survey_id = ${surveyId} and ${partOf} = ${part}`,
        path,
        format,
      )
      lines.push(`\\copy ${table} (survey_id, ${columns}) from '${path}' (format ${format})`)
    }
    lines.push('commit;')
  }
  const script = join(dir, `${format}-${asSurveyId}.sql`)
  await writeFile(script, `${lines.join('\n')}\n`)
  return script
}

async function copyOut(pool: Pool, query: string, path: string, format: CopyFormat): Promise<void> {
  const client = await pool.connect()
  try {
    await pipeline(client.query(to(`copy (${query}) to stdout (format ${format})`)), createWriteStream(path))
  } finally {
    client.release()
  }
}

export async function runPsql(databaseUrl: string, script: string): Promise<void> {
  await run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-d', databaseUrl, '-f', script])
}
