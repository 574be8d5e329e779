/** Reads what the text of a migration declares. Pure. */

/** The first line of a migration that builds indexes concurrently, outside a transaction. */
const concurrentMark = /^-- concurrently$/m

export const isConcurrent = (sql: string): boolean => concurrentMark.test(sql.split('\n', 1)[0] ?? '')

const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '')

export function readConcurrentIndexes(sql: string): { name: string; statement: string }[] {
  const statements = withoutComments(sql).split(';')
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const name = /^create (?:unique )?index concurrently (\w+) on /i.exec(statement)?.[1]
      if (name === undefined)
        throw new Error(
          `A concurrent migration may only contain "create index concurrently", not: ${statement}`,
        )
      return { name, statement }
    })
}
