/** Writes the rows of a survey to files and loads them with psql: the baseline of the import benchmark. */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { to } from 'pg-copy-streams'

const run = promisify(execFile)

/** Each table with its columns, and the condition that selects the rows of a part. */
const tables = [
  ['response', 'answered_at, id, respondent_id, answers, ranks, answered_text', 'id >> 15'],
  ['note', 'position, response_id, text', 'response_id >> 15'],
  ['respondent', 'id, name, email', 'id >> 15'],
  ['answer_block', 'position, part_number, row_count, width, data', 'part_number'],
] as const

export type CopyFormat = 'text' | 'binary'

/**
 * Writes the survey's rows with another survey id, and returns the script that loads them: one transaction per part.
 */
export async function writeBareLoad(
  pool: Pool,
  options: { surveyId: number; asSurveyId: number; parts: number; dir: string; format: CopyFormat },
): Promise<string> {
  const { surveyId, asSurveyId, parts, dir, format } = options
  const lines = ['select extract(epoch from clock_timestamp());']
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
    lines.push('commit;', 'select extract(epoch from clock_timestamp());')
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

/** Returns the seconds that each part took. */
export async function runPsql(databaseUrl: string, script: string): Promise<number[]> {
  const { stdout } = await run('psql', ['-qAt', '-v', 'ON_ERROR_STOP=1', '-d', databaseUrl, '-f', script])
  const times = stdout.trim().split('\n').map(Number)
  return times.slice(1).map((time, i) => time - (times[i] ?? Number.NaN))
}
