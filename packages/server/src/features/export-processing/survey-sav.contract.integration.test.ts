/** SPSS files of generated surveys: what PSPP reads in them equals what the read API returns. */
import type { ResultColumn, ResultResponse } from '@inlet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { exportNow, exportsOf, unpack } from '../../../test/harness/exports.ts'
import { rounds } from '../../../test/harness/full.ts'
import { generateProject } from '../../../test/harness/generated-projects.ts'
import { fetchToken, findKeyId, makeKey } from '../../../test/harness/people.ts'
import { type ReadVariable, readSav, readVariables } from '../../../test/harness/read-sav.ts'
import { makeProject, makeReaders } from '../../../test/harness/reading.ts'

const projects = rounds(2, 50)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
}, 120_000)
afterAll(() => app.close())

interface Expected extends ReadVariable {
  readValue: (response: ResultResponse) => string
}

const answerTo = ({ answers }: ResultResponse, position: number): string[] =>
  answers.find((answer) => answer.position === position)?.values ?? []

/** As PSPP prints it: 03/01/2026 10:11:12. */
function printTime(time: string | null): string {
  const [, year, month, day, clock] = /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(time ?? '') ?? []
  return year === undefined ? '' : `${month}/${day}/${year} ${clock}`
}

const numeric = (name: string, label: string, readValue: Expected['readValue']): Expected => ({
  name,
  label,
  format: 'F8.0',
  valueLabels: [],
  readValue,
})

/** A string has the length of its longest value in bytes. */
function text(
  name: string,
  label: string,
  responses: readonly ResultResponse[],
  readValue: Expected['readValue'],
): Expected {
  const bytes = Math.max(1, ...responses.map((response) => Buffer.byteLength(readValue(response))))
  return { name, label, format: `A${bytes}`, valueLabels: [], readValue }
}

function expectedOf(column: ResultColumn, responses: readonly ResultResponse[]): Expected[] {
  const { position, header, question, type, options } = column
  const [name, label] = [`q${position + 1}`, question ?? header]
  const labels = options ?? []
  switch (type) {
    case 'Open-ended':
      return [text(name, label, responses, (response) => answerTo(response, position)[0] ?? '')]
    case 'NPS':
      return [numeric(name, label, (response) => answerTo(response, position)[0] ?? '')]
    case 'Single choice':
      return [
        {
          ...numeric(name, label, (response) => {
            const [chosen] = answerTo(response, position)
            return String(labels.find((option) => option.label === chosen)?.number ?? '')
          }),
          valueLabels: labels.map((option) => [String(option.number), option.label]),
        },
      ]
    case 'Multi choice':
      return labels.map((option) => ({
        ...numeric(`${name}_${option.number}`, `${label}: ${option.label}`, (response) => {
          const chosen = answerTo(response, position)
          return chosen.length === 0 ? '' : chosen.includes(option.label) ? '1' : '0'
        }),
        valueLabels: [
          ['0', 'Not chosen'],
          ['1', option.label],
        ],
      }))
    case 'Ranking':
      return labels.map((option) =>
        numeric(`${name}_${option.number}`, `${label}: ${option.label}`, (response) => {
          const place = answerTo(response, position).indexOf(option.label)
          return place === -1 ? '' : String(place + 1)
        }),
      )
    default:
      return []
  }
}

it(
  `EXP-11 PSPP reads every label, type and value of the surveys of ${projects} generated projects`,
  async () => {
    const { ada } = await makeReaders(app)
    const credentials = await makeKey(app.deps, ada.user)
    const token = await fetchToken(app.url, credentials)
    const keyId = await findKeyId(app.deps, credentials)
    const read = async (path: string, accept = 'application/json') => {
      const headers = { authorization: `Bearer ${token}`, accept }
      return (await fetch(`${app.url}/api/v1/developer/surveys/${path}`, { headers })).text()
    }
    const compared = { surveys: 0, variables: 0, values: 0 }
    for (let seed = 1; seed <= projects; seed += 1) {
      const projectId = await makeProject(ada, 2)
      await generateProject(app, { projectId, by: ada.user, keyId }, 1000 + seed)
      const api = exportsOf(app, token)
      const exportKey = await api.begin(projectId, { contents: ['tables'] })
      await exportNow(app.deps, exportKey)
      const { paths, bytes } = await unpack(await api.read(exportKey))
      for (const path of paths.filter((one) => one.endsWith('.sav'))) {
        const key = path.split('/')[1] ?? ''
        const { columns } = JSON.parse(await read(`${key}/columns`)) as { columns: ResultColumn[] }
        const stream = await read(`${key}/responses`, 'application/x-ndjson')
        const responses = stream
          .trim()
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as ResultResponse)
        const expected: Expected[] = [
          numeric('part', 'Part', ({ part_number }) => String(part_number)),
          numeric('row', 'Row', ({ row }) => String(row)),
          {
            ...numeric('answered_at', 'Answered at', ({ answered_at }) => printTime(answered_at)),
            format: 'DATETIME20.0',
          },
          text('name', 'Name', responses, ({ respondent }) => respondent?.name ?? ''),
          text('email', 'E-mail', responses, ({ respondent }) => respondent?.email ?? ''),
          ...columns.flatMap((column) => expectedOf(column, responses)),
        ]
        expect(await readVariables(bytes(path))).toEqual(
          expected.map(({ name, label, format, valueLabels }) => ({ name, label, format, valueLabels })),
        )
        const [names, ...rows] = await readSav(bytes(path))
        expect(names).toEqual(expected.map(({ name }) => name))
        expect(rows).toEqual(
          responses.map((response) => expected.map(({ readValue }) => readValue(response))),
        )
        compared.surveys += 1
        compared.variables += expected.length
        compared.values += expected.length * rows.length
      }
    }
    expect(compared.surveys).toBeGreaterThanOrEqual(projects)
    const totals = Object.entries(compared).map(([name, count]) => `${name}=${count}`)
    process.stdout.write(`spss projects=${projects} ${totals.join(' ')} equal\n`)
  },
  60_000 + projects * 20_000,
)
