// For other scripts: private services for the lifetime of this process.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Env, externalServices } from './external.ts'
import { chooseDir } from './instance.ts'
import { down, up } from './lifecycle.ts'

export type StartOptions = {
  /** Default: a new temporary folder if ephemeral, else INLET_DATA_DIR or `.data`. */
  dir?: string
  /** Fast and not durable; removed by stop(), or when this process dies without calling it. */
  ephemeral?: boolean
  /** Where DATABASE_URL and S3_ENDPOINT are looked up; `{}` always starts own services. */
  env?: Env
}

export type RunningServices = {
  /** DATABASE_URL and S3_…, ready for a child process or a configuration. */
  env: Record<string, string>
  stop(): Promise<void>
}

export async function startServices(options: StartOptions = {}): Promise<RunningServices> {
  const { ephemeral: isEphemeral = false, env = process.env } = options
  const dir = isEphemeral && options.dir === undefined ? temporaryDir() : chooseDir(options.dir)
  const given = externalServices(env, undefined)
  const isAllGiven = given.databaseUrl !== undefined && given.s3 !== undefined
  const guard = isEphemeral && !isAllGiven ? stopWhenWeDie(dir) : undefined
  const stop = async () => {
    await down(dir, false)
    guard?.kill()
  }
  try {
    return { env: await up({ dir, isEphemeral, env }), stop }
  } catch (error) {
    if (isEphemeral) await stop()
    throw error
  }
}

/** Only a name; the folder is created when it is needed. */
function temporaryDir(): string {
  return join(tmpdir(), `inlet-services-${randomUUID()}`)
}

/** A guard process in its own session stops the services if this process is killed with SIGKILL. */
function stopWhenWeDie(dir: string) {
  const main = join(import.meta.dirname, 'main.ts')
  const guard = spawn(process.execPath, [main, 'down', '--dir', dir, '--after-parent'], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  })
  guard.unref()
  return guard
}
