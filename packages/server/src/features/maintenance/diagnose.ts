/** Everything the doctor looks at, area by area; one that breaks in an unforeseen way is a finding too. */
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackupTools, checkWorkDir } from './check-machine.ts'
import { checkIssuer, checkPublicUrl } from './check-public-url.ts'
import { checkSecret } from './check-secret.ts'
import { checkStorage } from './check-storage.ts'
import { checkWorkers } from './check-workers.ts'
import { readServerFacts } from './diagnosis.repo.ts'
import { type Finding, failed, reasonOf } from './finding.ts'

export const diagnosisAreas = ['settings', 'database', 'storage', 'address', 'workers', 'machine'] as const
export type DiagnosisArea = (typeof diagnosisAreas)[number]

export interface Diagnose {
  config: Config
  database: Database
  store: ObjectStore
  areas: readonly DiagnosisArea[]
  /** Given from outside, because it reaches the converters. */
  checkProcessing: () => Promise<Finding[]>
  now: () => number
}

export async function diagnose(request: Diagnose): Promise<Finding[]> {
  const { config, database, store, now } = request
  const checks: Record<DiagnosisArea, () => Promise<Finding[]>> = {
    settings: async () => [checkSecret(config.INLET_SECRET)],
    database: async () => {
      const found = await checkDatabase(database, { poolSize: config.DATABASE_POOL_SIZE, now })
      // One finding alone says that the server cannot be asked for more.
      if (found.length === 1) return found
      const { versionNumber } = await readServerFacts(database.db)
      return [...found, await checkBackupTools(config.DATABASE_URL, versionNumber)]
    },
    storage: () => checkStorage(store, storageSettings(config), now),
    address: async () => [
      await checkPublicUrl(config.INLET_PUBLIC_URL),
      ...(config.INLET_OIDC_ISSUER === undefined ? [] : [await checkIssuer(config.INLET_OIDC_ISSUER)]),
    ],
    workers: () => checkWorkers(database.db, now),
    machine: async () => {
      const workDir = await checkWorkDir(config.INLET_WORK_DIR)
      return workDir.state === 'failed' ? [workDir] : [workDir, ...(await request.checkProcessing())]
    },
  }
  const findings: Finding[] = []
  for (const area of request.areas) findings.push(...(await checks[area]().catch(brokenOff(area))))
  return findings
}

const brokenOff = (area: string) => (error: unknown) => [
  failed(area, `could not be looked at to the end (${reasonOf(error)})`, 'Mend what is said above first.'),
]

function storageSettings(config: Config) {
  const [allowed = '*'] = config.INLET_CORS_ORIGINS.split(',')
  return {
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT,
    origin: allowed.trim() === '*' ? new URL(config.INLET_PUBLIC_URL).origin : allowed.trim(),
  }
}
