/** Runs all checks area by area; an unexpected error is reported as a failed check. */
import type { Config } from '../../../platform/config/config.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackupTools, checkWorkDir } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkIssuer, checkPublicUrl } from './check-public-url.ts'
import { type CheckResult, failed, reasonOf } from './check-result.ts'
import { checkSecret, checkSecretUse } from './check-secret.ts'
import { checkStorage } from './check-storage.ts'
import { checkWorkers } from './check-workers.ts'
import { readServerFacts } from './diagnosis.repo.ts'

export const diagnosisAreas = ['settings', 'database', 'storage', 'address', 'workers', 'machine'] as const
export type DiagnosisArea = (typeof diagnosisAreas)[number]

export interface Diagnose {
  config: Config
  database: Database
  store: ObjectStore
  /** Undefined when e-mail is not configured. */
  mailer: Mailer | undefined
  areas: readonly DiagnosisArea[]
  /** Injected, because it loads the converters. */
  checkProcessing: () => Promise<CheckResult[]>
  now: () => number
}

export async function diagnose(request: Diagnose): Promise<CheckResult[]> {
  const { config, database, store, now } = request
  const checks: Record<DiagnosisArea, () => Promise<CheckResult[]>> = {
    settings: async () => [checkSecret(config.INLET_SECRET), await checkSecretUse(database.db, config)],
    database: async () => {
      const found = await checkDatabase(database, { poolSize: config.DATABASE_POOL_SIZE, now })
      // A single result means that the server was unreachable for further checks.
      if (found.length === 1) return found
      const { versionNumber } = await readServerFacts(database.db)
      return [...found, await checkBackupTools(config.DATABASE_URL, versionNumber)]
    },
    storage: () => checkStorage(store, storageSettings(config), now),
    address: async () => [
      await checkPublicUrl(config.INLET_PUBLIC_URL),
      ...(config.INLET_OIDC_ISSUER === undefined ? [] : [await checkIssuer(config.INLET_OIDC_ISSUER)]),
      ...(request.mailer ? [await checkMail(request.mailer)] : []),
    ],
    workers: () => checkWorkers(database.db, now),
    machine: async () => {
      const workDir = await checkWorkDir(config.INLET_WORK_DIR, config.INLET_WORK_DIR_MIN_FREE_MB)
      return workDir.state === 'failed' ? [workDir] : [workDir, ...(await request.checkProcessing())]
    },
  }
  const results: CheckResult[] = []
  for (const area of request.areas) results.push(...(await checks[area]().catch(incomplete(area))))
  return results
}

const incomplete = (area: string) => (error: unknown) => [
  failed(
    area,
    `checks did not finish (${reasonOf(error)})`,
    'Fix the failures above first, then run doctor again.',
  ),
]

function storageSettings(config: Config) {
  const [allowed = '*'] = config.INLET_CORS_ORIGINS.split(',')
  return {
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT,
    origin: allowed.trim() === '*' ? new URL(config.INLET_PUBLIC_URL).origin : allowed.trim(),
  }
}
