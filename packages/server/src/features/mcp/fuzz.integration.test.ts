/** Random calls of all tools: none crashes, and every answer is bounded. */
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import { fetchAgentToken, sendMessage, type ToolResult } from '../../../test/harness/mcp.ts'
import { findKeyId, makeKey } from '../../../test/harness/people.ts'
import { insertReadFile, insertRecordingFile, makeReaders } from '../../../test/harness/reading.ts'
import { importNow, makeSurvey, soleAttempt } from '../../../test/harness/surveys.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { handleIndexNotes } from '../responses/index-notes.handler.ts'
import { maxResultChars } from './passages.policy.ts'
import { tools } from './tools.ts'

let app: TestApp
let token: string
const keys: string[] = []
let projectId: number

beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
  const people = await makeReaders(app)
  projectId = people.open
  const by = people.ada.user
  const place = { projectId, by }
  token = await fetchAgentToken(app, await makeKey(app.deps, people.finn.user))
  const pages = [
    '',
    'fish '.repeat(30_000),
    '\u0001'.repeat(20_000),
    ...Array.from({ length: 120 }, (_, i) => `fish ${i}`),
  ]
  keys.push(await insertReadFile(app, place, { pages, name: `${'n'.repeat(490)}.pdf` }))
  keys.push(await insertReadFile(app, place, { kind: 'image', pages: ['fish 🐟'] }))
  const lines = Array.from({ length: 300 }, (_, i) => ({
    startMs: i * 900,
    text: `fish ${'word '.repeat(i % 80)}`,
  }))
  keys.push((await insertRecordingFile(app, place, lines)).key)
  keys.push((await insertRecordingFile(app, place, [{ startMs: 0, text: '\u0002'.repeat(50_000) }])).key)
  const keyId = await findKeyId(app.deps, await makeKey(app.deps, by))
  const answers = Array.from(
    { length: 300 },
    (_, i) => `${'label '.repeat(i)}${i},${i % 11},fish ${'long '.repeat(i * 10)}`,
  )
  const surveyId = await makeSurvey(app.deps, {
    owner: { teamId: by.team_id, userId: by.id, keyId, projectId },
    parts: [`Colour,Score,Why\n${answers.join('\n')}`],
    columnMapping: { Colour: 'Single choice', Score: 'NPS', Why: 'Open-ended' },
    mediaConfig: {},
  })
  await importNow(app.deps, surveyId)
  await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
  const { rows } = await sql<{ key: string }>`
    select upload_key::text as key from survey where id = ${surveyId}`.execute(app.deps.db)
  keys.push(onlyRow(rows).key)
}, 120_000)
afterAll(() => app.close())

/** Small and repeatable (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <One>(values: readonly One[]): One => values[below(values.length)] as One
  return { next, below, pick }
}

const junk: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  1e300,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\ud800',
  'fish',
  '"fish',
  "'; drop table file; --",
  '../../etc/passwd',
  'x'.repeat(5_000),
  'WzEsMl0',
  'W10',
  [],
  [null],
  ['2:1'],
  ['1:s0-6', '9:*'],
  {},
  { f: ['0:1'], words: 'fish' },
  { f: 7 },
  { from: '2026-13-99' },
  { __proto__: { key: 'x' }, constructor: 1 },
  [[[[[[]]]]]],
]

/** Answers of 503 in all; more are a failure. */
const maxBusy = 20

it('MCP-8 MCP-9 random tool calls neither crash nor exceed the limit', async () => {
  const calls = rounds(300, 2_000)
  const { next, below, pick } = createRandom(21)
  const cursors: string[] = []
  const checks = new Map(tools.map(({ name, output }) => [name, Compile(output)]))
  const likely: Record<string, () => unknown> = {
    cursor: () => (cursors.length > 0 ? pick(cursors) : undefined),
    project_id: () => projectId,
    project_ids: () => [projectId],
    key: () => pick(keys),
    upload_key: () => pick(keys),
    query: () => pick(['fish', 'word or long', '"fish 1" -word', 'label']),
    position: () => below(4),
    kinds: () => [pick(['transcript', 'document', 'image', 'answer'])],
    limit: () => 1 + below(50),
    from_ms: () => below(600_000),
    to_ms: () => below(600_000),
    from_page: () => 1 + below(200),
  }
  const figures = { results: 0, refusals: 0, crashes: 0, largest: 0, busy: 0 }
  for (let i = 0; i < calls; i += 1) {
    const tool = pick(tools)
    const args: Record<string, unknown> = {}
    for (const name of [
      ...Object.keys(tool.input.properties),
      ...(next() < 0.05 ? ['other', '__proto__x'] : []),
    ]) {
      const isWanted = tool.input.required?.includes(name) ?? false
      if (next() > (isWanted ? 0.97 : 0.4)) continue
      args[name] = next() < 0.25 ? pick(junk) : (likely[name]?.() ?? pick(junk))
    }
    const params = {
      name: next() < 0.02 ? 'no_such_tool' : tool.name,
      arguments: next() < 0.02 ? pick(junk) : args,
    }
    let answer = await sendMessage(app, token, { method: 'tools/call', params })
    // The database of a busy machine may not answer in time, which says nothing about the call.
    for (; answer.status === 503 && figures.busy < maxBusy; figures.busy += 1)
      answer = await sendMessage(app, token, { method: 'tools/call', params })
    const text = await answer.text()
    const { result, error } = JSON.parse(text) as { result?: ToolResult; error?: { code: number } }
    const said = result?.content[0]?.text ?? ''
    figures.largest = Math.max(figures.largest, said.length)
    const context = `${JSON.stringify(params).slice(0, 500)} → ${answer.status} ${text.slice(0, 300)}`
    const isCrash = answer.status >= 500 || error?.code === -32_603 || /Request \S+\.$/.test(said)
    if (isCrash) figures.crashes += 1
    expect(isCrash, context).toBe(false)
    if (!result || result.isError) figures.refusals += 1
    else {
      figures.results += 1
      expect(checks.get(tool.name)?.Check(result.structuredContent), context).toBe(true)
      const cursor = result.structuredContent?.['next_cursor']
      if (typeof cursor === 'string') cursors.push(cursor)
    }
  }
  process.stdout.write(
    `mcp fuzz calls=${calls} results=${figures.results} refusals=${figures.refusals} crashes=${figures.crashes} largest=${figures.largest} busy=${figures.busy} cursors=${cursors.length}\n`,
  )
  expect(figures.largest).toBeLessThanOrEqual(maxResultChars)
  expect(figures.results).toBeGreaterThan(calls / 6)
  expect(figures.refusals).toBeGreaterThan(calls / 20)
}, 600_000)
