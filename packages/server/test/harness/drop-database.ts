import type pg from 'pg'
import { retryWhileBusy } from './retry-while-busy.ts'

/** An ordinary user cannot terminate autovacuum. */
const insufficientPrivilege = '42501'

export const dropDatabase = (client: pg.Client, name: string): Promise<void> =>
  retryWhileBusy(insufficientPrivilege, () => client.query(`drop database if exists ${name} with (force)`))
