/** Eight concurrent callers on two processes withdraw parts and retype columns: the result equals some serial order. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPair, startApiPair } from '../../../test/harness/api-pair.ts'
import type { TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import { makeProject } from '../../../test/harness/imports.ts'
import { fetchToken, makeKey, makeTeam, makeUser } from '../../../test/harness/people.ts'
import { beginSurvey, sendParts, setCompleted, setFailed } from '../../../test/harness/survey-uploads.ts'

const callers = 8
const timeoutMs = 3_600_000

let pair: ApiPair
let app: TestApp
let urlOf: ApiPair['urlOf']
let token: string
let projectId: number
beforeAll(async () => {
  pair = await startApiPair()
  ;({ app, urlOf } = pair)
})
afterAll(() => pair.close())

async function eachRound(run: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds(12, 300); round += 1) {
    if (round % 50 === 0) {
      const user = await makeUser(app.deps, await makeTeam(app.deps))
      token = await fetchToken(urlOf(0), await makeKey(app.deps, user))
      projectId = await makeProject(urlOf(0), token)
    }
    await run(round)
  }
}

type Call = readonly [method: 'POST' | 'DELETE' | 'PATCH', path: string, json?: object]

/** Makes each call a few times in varying order and returns the statuses. */
async function race(round: number, calls: readonly Call[]): Promise<number[][]> {
  const answers = await Promise.all(
    Array.from({ length: callers }, async (_, i) => {
      const which = (i + round) % calls.length
      const [method, path, json = {}] = calls[which] ?? ['POST', '']
      if (which === round % calls.length)
        await new Promise((resolve) => setTimeout(resolve, (round % 20) * 25))
      const answer = await fetch(`${urlOf(i)}/api/v1/developer/import/surveys/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
      await answer.arrayBuffer()
      return { which, status: answer.status }
    }),
  )
  return calls.map((_, which) =>
    answers
      .filter((answer) => answer.which === which)
      .map(({ status }) => status)
      .toSorted((a, b) => a - b),
  )
}

const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

async function stateOf(uploadKey: string) {
  const { rows } = await sql<{
    status: string
    parts: number[]
    numParts: number
    jobs: number
    retyped: boolean
  }>`
    select s.status, array(select number from survey_part where survey_id = s.id order by number) as parts,
      s.part_count - s.withdrawn_part_count as "numParts", s.retype_position is not null as retyped,
      (select count(*) from job.job where name = 'import-survey' and singleton_key = s.id::text and state < 'completed')
        as jobs
    from survey s where s.upload_key = ${uploadKey}`.execute(app.deps.db)
  return rows[0]
}

describe('FIX-3 a withdrawn part', () => {
  it(
    'while the upload is completed is either imported or removed',
    async () => {
      const outcomes = new Set<string>()
      await eachRound(async (round) => {
        const { upload_key: key, upload_urls } = await beginSurvey(urlOf(round), token, projectId, {
          num_parts: 2,
        })
        await sendParts(upload_urls)
        const [completes = [], withdrawals = []] = await race(round, [
          ['POST', `${key}/complete`],
          ['DELETE', `${key}/parts/2`],
        ])
        const isWithdrawn = count(withdrawals, 204) === 1
        outcomes.add(isWithdrawn ? 'withdrawn' : 'imported')
        expect(count(completes, 202)).toBe(1)
        expect(count(completes, 200)).toBe(completes.length - 1)
        expect(count(withdrawals, 400) + count(withdrawals, 404)).toBe(
          withdrawals.length - (isWithdrawn ? 1 : 0),
        )
        expect(await stateOf(key)).toEqual({
          status: 'VALIDATING',
          parts: isWithdrawn ? [1] : [1, 2],
          numParts: isWithdrawn ? 1 : 2,
          jobs: 1,
          retyped: false,
        })
      })
      process.stdout.write(`withdraw_complete outcomes=${[...outcomes].join(',')}\n`)
    },
    timeoutMs,
  )

  it(
    'while it is retried or parts are appended never reuses a part number',
    async () => {
      await eachRound(async (round) => {
        const { upload_key: key } = await beginSurvey(urlOf(round), token, projectId)
        await setCompleted(app.deps.db, key)
        const [appended = []] = await race(round, [['POST', `${key}/append`, { num_parts: 1 }]])
        expect(count(appended, 201)).toBe(1)
        await setFailed(app.deps.db, key, 2)
        const [retries = [], withdrawals = [], appends = []] = await race(round, [
          ['POST', `${key}/parts/2/retry`],
          ['DELETE', `${key}/parts/2`],
          ['POST', `${key}/append`, { num_parts: 1 }],
        ])
        expect(count(withdrawals, 204)).toBe(1)
        expect(count(retries, 200) + count(retries, 404)).toBe(retries.length)
        const isAppended = count(appends, 201) === 1
        expect(await stateOf(key)).toEqual({
          status: isAppended ? 'AWAITING_UPLOAD' : 'COMPLETED',
          parts: isAppended ? [1, 3] : [1],
          numParts: isAppended ? 2 : 1,
          jobs: 0,
          retyped: false,
        })
      })
    },
    timeoutMs,
  )
})

describe('FIX-4 a retyped column', () => {
  it(
    'while parts are appended is changed by at most one call',
    async () => {
      const outcomes = new Set<string>()
      await eachRound(async (round) => {
        const { upload_key: key } = await beginSurvey(urlOf(round), token, projectId)
        await setCompleted(app.deps.db, key)
        await sql`
        insert into survey_column (survey_id, position, name, type, confidence, reason)
        select id, 0, 'q', 'Open-ended', 1, '' from survey where upload_key = ${key}`.execute(app.deps.db)
        const [changes = [], others = [], appends = []] = await race(round, [
          ['PATCH', `${key}/columns/0`, { type: 'NPS' }],
          ['PATCH', `${key}/columns/0`, { type: 'Name' }],
          ['POST', `${key}/append`, { num_parts: 1 }],
        ])
        const started = count(changes, 202) + count(others, 202)
        const isAppended = count(appends, 201) === 1
        outcomes.add(isAppended ? 'appended' : 'changed')
        expect(started + (isAppended ? 1 : 0)).toBe(1)
        expect(await stateOf(key)).toMatchObject({
          status: isAppended ? 'AWAITING_UPLOAD' : 'PROCESSING',
          jobs: started,
          retyped: started === 1,
        })
      })
      process.stdout.write(`retype_append outcomes=${[...outcomes].join(',')}\n`)
    },
    timeoutMs,
  )
})
