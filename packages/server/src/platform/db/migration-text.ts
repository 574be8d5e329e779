/** What the text of a migration says about itself. Pure. */

/** Its first line: the statements build indexes beside running writes, and no transaction is around them. */
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
      if (name === undefined) throw new Error(`Only indexes are built concurrently, not: ${statement}`)
      return { name, statement }
    })
}
