/**
 * Compares declared row types with described ones by means of the compiler: in a copy of the source each declaration
 * is extended by the columns that PostgreSQL describes, and a difference is a type error.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { DescribedColumn } from './describe-statement.ts'
import type { SourceStatement } from './statements.ts'

export interface CheckedStatement {
  statement: SourceStatement & { rowType: NonNullable<SourceStatement['rowType']> }
  /** One list for each form the statement was run in. */
  forms: DescribedForm[]
}

export interface DescribedForm {
  columns: readonly DescribedColumn[]
  nullColumns: ReadonlySet<string>
}

export interface Difference {
  file: string
  line: number
  message: string
}

export async function compareRowTypes(
  sourceFolder: string,
  checked: readonly CheckedStatement[],
): Promise<Difference[]> {
  const root = join(import.meta.dirname, '../../../..')
  const copy = await mkdtemp(join(root, 'packages/server/.row-types-'))
  try {
    await cp(sourceFolder, copy, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
    for (const [file, statements] of Map.groupBy(checked, ({ statement }) => statement.file)) {
      const path = join(copy, file)
      const source = withDescriptions(await readFile(path, 'utf8'), statements)
      await writeFile(
        path,
        `${source}\nimport type * as RowType from '${relative(dirname(path), comparison)}'\n`,
      )
    }
    const files = (await readdir(copy, { recursive: true })).filter((name) => name.endsWith('.ts'))
    await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({ ...compilerSettings, files }))
    return await compile(root, copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

const comparison = join(import.meta.dirname, 'row.ts')

const compilerSettings = {
  extends: '../../../tsconfig.json',
  compilerOptions: { noEmit: true },
  include: [],
}

function withDescriptions(source: string, statements: readonly CheckedStatement[]): string {
  const lastFirst = statements.toSorted((a, b) => b.statement.rowType.start - a.statement.rowType.start)
  return lastFirst.reduce((text, { statement: { rowType }, forms }) => {
    const compared = forms.reduce((declared, form) => compare(rowType.text, declared, form), rowType.text)
    return text.slice(0, rowType.start) + compared + text.slice(rowType.end)
  }, source)
}

/**
 * On one line, so that the compiler's positions are those of the source. A declaration may allow null where the
 * column has none: several statements share a row type.
 */
function compare(declared: string, wrapped: string, { columns, nullColumns }: DescribedForm): string {
  const rowOf = (nullOf: (column: DescribedColumn) => string) =>
    `{ ${columns.map((column) => `${JSON.stringify(column.name)}: ${typeOf(column)} | ${nullOf(column)}`).join('; ')} }`
  const described = rowOf(({ name, isNullable }) => {
    if (nullColumns.has(name) || isNullable) return 'null'
    return isNullable === undefined ? `RowType.NullIn<${declared}, ${JSON.stringify(name)}>` : 'never'
  })
  const widest = rowOf(() => 'null')
  const widened = `RowType.Widened<${declared}>`
  return `RowType.Row<${wrapped}, RowType.Fits<${widened}, ${described}>, RowType.Fits<${widest}, ${widened}>>`
}

const driverTypes: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  json: 'any',
  jsonb: 'any',
  name: 'string',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  char: 'string',
  uuid: 'string',
  inet: 'string',
  xid8: 'string',
  timestamp: 'Date',
  timestamptz: 'Date',
  date: 'Date',
  void: 'string',
}

function typeOf({ name, type }: DescribedColumn): string {
  const isArray = type.startsWith('_')
  const found = driverTypes[isArray ? type.slice(1) : type]
  if (!found) throw new Error(`Column ${name}: no TypeScript type is known for PostgreSQL's ${type}.`)
  return isArray ? `${found}[]` : found
}

async function compile(root: string, copy: string): Promise<Difference[]> {
  const tsc = join(root, 'node_modules/.bin/tsc')
  const output = await new Promise<string>((resolve) => {
    execFile(tsc, ['-p', copy, '--pretty', 'false'], { cwd: root, maxBuffer: 64 << 20 }, (_, stdout) =>
      resolve(stdout),
    )
  })
  return output.split('\n').flatMap((text) => {
    // Continued lines are indented.
    if (!/^\S/.test(text)) return []
    const match = /^(.*?)\((\d+),\d+\): error \w+: (.*)$/.exec(text)
    if (!match) throw new Error(`The compiler failed: ${text}`)
    const [, path = '', line, message = ''] = match
    return [
      {
        file: relative(copy, join(root, path)),
        line: Number(line),
        message,
      },
    ]
  })
}
