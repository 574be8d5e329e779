import { type Db, openDatabase } from '../../src/platform/db/database.ts'

/** For large test data: the statements take longer than those of a request may. */
export async function seed<T>(databaseUrl: string, fill: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    applicationName: 'inlet-seed',
    profile: 'admin',
    onError: () => {},
  })
  try {
    return await fill(database.db)
  } finally {
    await database.close()
  }
}
