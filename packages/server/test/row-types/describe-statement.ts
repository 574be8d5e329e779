/** Describes the rows of a statement without running it. */
import type pg from 'pg'

export interface DescribedColumn {
  name: string
  /** PostgreSQL's name of the type; that of an array starts with an underscore. */
  type: string
  /** Undefined where PostgreSQL does not report it: for an expression, or a column that the statement compares with null. */
  isNullable: boolean | undefined
}

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Throws PostgreSQL's error when the statement cannot be prepared. */
export async function describeStatement(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  const { fields, parameterCount } = await prepare(client, text)
  try {
    const optional = await outerJoinedColumns(client, parameterCount, text)
    const columns: DescribedColumn[] = []
    for (const [index, field] of fields.entries()) {
      const { type, column, isNullable } = await lookUp(client, field)
      columns.push({
        name: field.name,
        type,
        isNullable: decide(isNullable, optional.has(index), column, text),
      })
    }
    return columns
  } finally {
    await client.query(`deallocate ${statementName}`)
  }
}

const statementName = 'described'

function decide(
  isNullable: boolean | undefined,
  isOuterJoined: boolean,
  column: string | undefined,
  text: string,
): boolean | undefined {
  if (isOuterJoined) return true
  // A condition of the statement may rule out null, which PostgreSQL does not report.
  if (isNullable && new RegExp(`\\b${column} (?:is not null|= any)\\b`, 'i').test(text)) return undefined
  return isNullable
}

interface Preparation {
  fields: Field[]
  parameterCount: number
}

/** Parse and Describe of the extended protocol; node-postgres offers them only together with Execute. */
function prepare(client: pg.Client, text: string): Promise<Preparation> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = []
    client.query({
      submit(connection: ProtocolConnection) {
        connection.parse({ name: statementName, text, types: [] })
        connection.describe({ type: 'S', name: statementName })
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleError: (error: Error) => reject(error),
      handleReadyForQuery: () => {
        resolve({ fields, parameterCount: countParameters(text) })
      },
    } as unknown as pg.Submittable)
  })
}

interface ProtocolConnection {
  parse(message: { name: string; text: string; types: number[] }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
}

export function countParameters(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
}

async function lookUp(
  client: pg.Client,
  { dataTypeID, tableID, columnID }: Field,
): Promise<{ type: string; column: string | undefined; isNullable: boolean | undefined }> {
  const { rows } = await client.query<{ type: string; column: string | null; is_nullable: boolean | null }>(
    `select t.typname as type, a.attname as column, not a.attnotnull as is_nullable
     from pg_type t left join pg_attribute a on a.attrelid = $2 and a.attnum = $3 where t.oid = $1`,
    [dataTypeID, tableID, columnID],
  )
  const [row] = rows
  if (!row) throw new Error(`PostgreSQL has no type ${dataTypeID}.`)
  return { type: row.type, column: row.column ?? undefined, isNullable: row.is_nullable ?? undefined }
}

interface PlanNode {
  Output?: string[]
  'Join Type'?: string
  'Parent Relationship'?: string
  Plans?: PlanNode[]
}

/** Positions of columns that come from the optional side of an outer join, read from the generic plan. */
async function outerJoinedColumns(
  client: pg.Client,
  parameterCount: number,
  text: string,
): Promise<Set<number>> {
  if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text)) return new Set()
  const parameters = Array.from({ length: parameterCount }, () => 'null').join(', ')
  const call = parameterCount > 0 ? `${statementName}(${parameters})` : statementName
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (verbose, format json) execute ${call}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) return new Set()
  const optional = new Set<string>()
  collectOptional(plan, optional)
  return new Set((plan.Output ?? []).flatMap((output, index) => (optional.has(output) ? [index] : [])))
}

const optionalSides: Record<string, readonly string[]> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
}

function collectOptional(node: PlanNode, optional: Set<string>): void {
  const sides = optionalSides[node['Join Type'] ?? ''] ?? []
  for (const child of node.Plans ?? []) {
    if (sides.includes(child['Parent Relationship'] ?? ''))
      for (const output of child.Output ?? []) optional.add(output)
    collectOptional(child, optional)
  }
}
