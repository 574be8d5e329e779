// Services configured by environment variables are used and checked, never started or stopped.
import { storeEnv } from './ceph.ts'
import { ServiceError } from './errors.ts'
import { sqlProblem } from './postgres-probe.ts'
import { s3Problem } from './s3-probe.ts'
import type { State } from './state.ts'

export type Env = Readonly<Record<string, string | undefined>>

type External = { databaseUrl: string | undefined; s3: Record<string, string> | undefined }

/**
 * Services configured by the environment. Our own addresses, exported by an earlier `env`, do not
 * count: `up` must start those again instead of reporting that they do not respond.
 */
export function externalServices(env: Env, own: State | undefined): External {
  const databaseUrl = env['DATABASE_URL'] || undefined
  const isOwnDatabase = own?.postgres && databaseUrl?.includes(`:${own.postgres.password}@`)
  const isOwnStore = own?.store && env['S3_ACCESS_KEY_ID'] === own.store.accessKeyId
  return {
    databaseUrl: isOwnDatabase ? undefined : databaseUrl,
    s3: env['S3_ENDPOINT'] && !isOwnStore ? s3Env(env) : undefined,
  }
}

function s3Env(env: Env): Record<string, string> {
  const names = Object.keys(storeEnv({ accessKeyId: '', secretAccessKey: '', port: 0 }))
  const defaults: Record<string, string> = {
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'inlet',
    S3_FORCE_PATH_STYLE: 'true',
  }
  return Object.fromEntries(names.map((name) => [name, env[name] || defaults[name] || '']))
}

export async function checkExternal(external: External): Promise<void> {
  const { database, store } = await externalProblems(external)
  const lines = [
    ...(database ? [`the database of DATABASE_URL cannot be used: ${database}`] : []),
    ...(store ? [`the object store of S3_ENDPOINT cannot be used: ${store}`] : []),
  ]
  if (lines.length > 0) throw new ServiceError(lines.join('\n'))
}

/** Why a configured service cannot be used; undefined if it can, or if none is configured. */
export async function externalProblems({ databaseUrl, s3 }: External) {
  const [database, store] = await Promise.all([
    databaseUrl === undefined ? undefined : sqlProblem(databaseUrl),
    s3 === undefined ? undefined : s3Problem(s3),
  ])
  return { database, store }
}
