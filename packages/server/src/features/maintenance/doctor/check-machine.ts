/** The work directory and the PostgreSQL client programs. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runPostgresTool } from '../backup/postgres-tools.ts'
import { type CheckResult, failed, ok, reasonOf, warning } from './check-result.ts'

const gibibyte = 1024 ** 3
/** Space for the largest recording and its derived files. */
const comfortableBytes = 25 * gibibyte
const leastBytes = 2 * gibibyte

export async function checkWorkDir(dir: string, minFreeMb: number): Promise<CheckResult> {
  const check = 'work directory'
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const probe = join(dir, `probe-${randomUUID()}`)
    await writeFile(probe, 'probe')
    await rm(probe)
  } catch (error) {
    const fix = 'Set INLET_WORK_DIR to a directory that the worker can write to.'
    return failed(check, `INLET_WORK_DIR is not writable (${reasonOf(error)})`, fix)
  }
  const { bavail, bsize } = await statfs(dir)
  const free = bavail * bsize
  const detail = `${(free / gibibyte).toFixed(1)} GiB free`
  const fix = 'Free up space, or set INLET_WORK_DIR to a larger disk. A 10 GB recording needs about 25 GiB.'
  if (free < Math.max(leastBytes, minFreeMb * 1024 ** 2)) return failed(check, detail, fix)
  return free < comfortableBytes ? warning(check, detail, fix) : ok(check, detail)
}

/** Needed only for backups, but a missing program should be noticed earlier. */
export async function checkBackupTools(databaseUrl: string, serverVersion: number): Promise<CheckResult> {
  const check = 'backup tools'
  const fix =
    "Install PostgreSQL client programs that match the server's version (Debian: postgresql-client)."
  try {
    const version = (await runPostgresTool('pg_dump', ['--version'], databaseUrl)).trim()
    const major = Number(/(\d+)(\.\d+)?/.exec(version)?.[1] ?? 0)
    if (major < Math.floor(serverVersion / 10_000))
      return warning(check, `${version} is older than the server`, fix)
    return ok(check, version)
  } catch (error) {
    return warning(check, error instanceof Error ? error.message : String(error), fix)
  }
}
