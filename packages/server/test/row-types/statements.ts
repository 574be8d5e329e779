/** The SQL statements in the source, with the row type each one declares. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { templateKey } from './recordings.ts'

export interface SourceStatement {
  /** Relative to the source folder. */
  file: string
  line: number
  templateKey: string
  /** Absent where the statement is run without reading rows. */
  rowType?: { start: number; end: number; text: string }
}

/** A fragment is part of a statement; whatever starts with one of these can be run. */
const verb = /^\s*(?:select|insert|update|delete|with|lock|set|notify|analyze|vacuum|refresh)\b/i

export function findStatements(folder: string): SourceStatement[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => statementsOf(file, readFileSync(join(folder, file), 'utf8')))
}

export function statementsOf(file: string, source: string): SourceStatement[] {
  const found: SourceStatement[] = []
  const executed = new Set<number>()
  const visitor = new Visitor({
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (callee.property.name === 'execute') executed.add(callee.object.start)
    },
    TaggedTemplateExpression({ start, tag, typeArguments, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      const parts = quasi.quasis.map(({ value }) => value.cooked ?? value.raw)
      const [type] = typeArguments?.params ?? []
      const isStatement = executed.has(start) || (type !== undefined && verb.test(parts[0] ?? ''))
      if (!isStatement) return
      found.push({
        file,
        line: source.slice(0, start).split('\n').length,
        templateKey: templateKey(parts),
        ...(type && {
          rowType: { start: type.start, end: type.end, text: source.slice(type.start, type.end) },
        }),
      })
    },
  })
  visitor.visit(parseSync(file, source).program)
  return found
}
