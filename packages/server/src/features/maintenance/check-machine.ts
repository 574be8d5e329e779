/** The folder for files in work, and the client programs of PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'
import { runPostgresTool } from './postgres-tools.ts'

const gibibyte = 1024 ** 3
/** The largest recording, and what is made of it. */
const comfortableBytes = 25 * gibibyte
const leastBytes = 2 * gibibyte

export async function checkWorkDir(dir: string): Promise<Finding> {
  const check = 'work folder'
  try {
    await mkdir(dir, { recursive: true, mode: 0o711 })
    const probe = join(dir, `probe-${randomUUID()}`)
    await writeFile(probe, 'probe')
    await rm(probe)
  } catch (error) {
    const mend = 'Set INLET_WORK_DIR to a folder the worker may write to.'
    return failed(check, `INLET_WORK_DIR cannot be written to (${reasonOf(error)})`, mend)
  }
  const { bavail, bsize } = await statfs(dir)
  const free = bavail * bsize
  const detail = `${(free / gibibyte).toFixed(1)} GiB free`
  const mend = 'Make room, or set INLET_WORK_DIR to a larger disk. A recording of 10 GB needs about 25 GiB.'
  if (free < leastBytes) return failed(check, detail, mend)
  return free < comfortableBytes ? warning(check, detail, mend) : ok(check, detail)
}

/** Only backups need it, but by then it is late to notice. */
export async function checkBackupTools(databaseUrl: string, serverVersion: number): Promise<Finding> {
  const check = 'backup programs'
  const mend = "Install the PostgreSQL client programs of the server's version (Debian: postgresql-client)."
  try {
    const version = (await runPostgresTool('pg_dump', ['--version'], databaseUrl)).trim()
    const major = Number(/(\d+)(\.\d+)?/.exec(version)?.[1] ?? 0)
    if (major < Math.floor(serverVersion / 10_000))
      return warning(check, `${version} is older than the server`, mend)
    return ok(check, version)
  } catch (error) {
    return warning(check, error instanceof Error ? error.message : String(error), mend)
  }
}
