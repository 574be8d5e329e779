/** Reads an SPSS file with PSPP, which shares no code with our writer. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withFolder } from './exports.ts'

const run = promisify(execFile)

/** The names of the variables, then the rows as text; a missing number is empty. */
export function readSav(content: Uint8Array): Promise<string[][]> {
  return withFolder(async (folder) => {
    const [input, output] = [join(folder, 'in.sav'), join(folder, 'out.csv')]
    await writeFile(input, content)
    await run('pspp-convert', [input, output])
    return parseCsv(await readFile(output, 'utf8'))
  })
}

/** The dictionary as PSPP prints it: names, labels, formats and value labels. */
export function describeSav(content: Uint8Array): Promise<string> {
  return withFolder(async (folder) => {
    const [input, syntax] = [join(folder, 'in.sav'), join(folder, 'run.sps')]
    await writeFile(input, content)
    await writeFile(syntax, `SET TVARS=NAMES TNUMBERS=VALUES.\nGET FILE='${input}'.\nDISPLAY DICTIONARY.\n`)
    const { stdout } = await run('pspp', ['-O', 'format=csv', syntax])
    return stdout
  })
}

export interface ReadVariable {
  name: string
  label: string
  /** The print format, such as F8.0, A12 or DATETIME20.0. */
  format: string
  /** Value and label, as text. */
  valueLabels: [string, string][]
}

/** The variables in their order, as PSPP understands them. */
export async function readVariables(content: Uint8Array): Promise<ReadVariable[]> {
  const tables = new Map<string, string[][]>()
  for (const row of parseCsv(await describeSav(content))) {
    const title = row.length === 1 ? /^Table: (.*)$/.exec(row[0] ?? '')?.[1] : undefined
    if (title !== undefined) tables.set(title, [])
    else if (row.some((cell) => cell !== '')) [...tables.values()].at(-1)?.push(row)
  }
  const [, ...variables] = tables.get('Variables') ?? []
  const [, ...labels] = tables.get('Value Labels') ?? []
  const labelsOf = new Map<string, [string, string][]>()
  let current = ''
  for (const [name = '', value = '', label = ''] of labels) {
    // The name is in the first row of its values.
    if (name !== '') current = name
    labelsOf.set(current, [...(labelsOf.get(current) ?? []), [value, label]])
  }
  return variables.map(([name = '', , label = '', , , , , format = '']) => ({
    name,
    label,
    format,
    valueLabels: labelsOf.get(name) ?? [],
  }))
}

function parseCsv(text: string): string[][] {
  const cells = text.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(,|\n)/g)
  const rows: string[][] = [[]]
  for (const [, cell = '', separator] of cells) {
    const value = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    rows.at(-1)?.push(value.trim() === '' ? '' : value)
    if (separator === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}
