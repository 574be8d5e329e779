import { storePid } from './ceph.ts'
import { type Env, externalProblems, externalServices } from './external.ts'
import { findInstance } from './instance.ts'
import { addresses } from './lifecycle.ts'
import { postgresPid } from './postgres.ts'

type ServiceStatus = {
  name: string
  isRunning: boolean
  pid?: number | undefined
  address?: string | undefined
}

/** Our services run if their processes do; configured ones if they respond. */
export async function status(dir: string, env: Env): Promise<ServiceStatus[]> {
  const instance = findInstance(dir)
  const external = externalServices(env, instance?.state)
  const problems = await externalProblems(external)
  const known = addresses(dir, env)
  const databasePid = external.databaseUrl || !instance ? undefined : postgresPid(instance)
  const gatewayPid = external.s3 || !instance ? undefined : storePid(instance)
  return [
    {
      name: 'PostgreSQL',
      isRunning: external.databaseUrl ? !problems.database : databasePid !== undefined,
      pid: databasePid,
      address: known['DATABASE_URL']?.replace(/\/\/[^@/]*@/, '//'), // without the password
    },
    {
      name: 'object store',
      isRunning: external.s3 ? !problems.store : gatewayPid !== undefined,
      pid: gatewayPid,
      address: known['S3_ENDPOINT'],
    },
  ]
}
