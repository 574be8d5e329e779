/** Eight concurrent callers on two processes: valid results for every order. */
import type { BegunSurvey } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPair, startApiPair } from '../../../../test/harness/api-pair.ts'
import type { TestApp } from '../../../../test/harness/app.ts'
import { rounds } from '../../../../test/harness/full.ts'
import { makeProject } from '../../../../test/harness/imports.ts'
import { fetchToken, makeKey, makeTeam, makeUser } from '../../../../test/harness/people.ts'
import {
  beginSurvey,
  postSurvey,
  type Reply,
  sendParts,
  setCompleted,
} from '../../../../test/harness/survey-uploads.ts'

const timeoutMs = 3_600_000
const callers = 8

let pair: ApiPair
let app: TestApp
let urlOf: ApiPair['urlOf']
let token: string
let otherToken: string
let projectId: number
beforeAll(async () => {
  pair = await startApiPair()
  ;({ app, urlOf } = pair)
})
afterAll(() => pair.close())

/** Uses new keys from time to time, because hundreds of rounds exceed even the highest rate limit. */
async function freshTeam(): Promise<void> {
  const user = await makeUser(app.deps, await makeTeam(app.deps))
  token = await fetchToken(urlOf(0), await makeKey(app.deps, user))
  otherToken = await fetchToken(urlOf(1), await makeKey(app.deps, user))
  projectId = await makeProject(urlOf(0), token)
}

async function eachRound(
  short: number,
  full: number,
  run: (round: number) => Promise<void>,
): Promise<number> {
  const total = rounds(short, full)
  for (let round = 0; round < total; round += 1) {
    if (round % 50 === 0) await freshTeam()
    await run(round)
  }
  return total
}

const atOnce = <T>(call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: callers }, (_, i) => call(i)))

const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length
const times = (status: number, n: number) => Array.from({ length: n }, () => status)

interface Stored {
  status: string
  reset_parts: number
  pending_media: number
  numbers: number[]
  part_count: number
}
async function readStored(uploadKey: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select s.status, s.part_count,
      (select count(*) from survey_part p where p.survey_id = s.id and p.object_key is null) as reset_parts,
      (select count(*) from survey_media m where m.survey_id = s.id and m.status = 'PENDING') as pending_media,
      array(select number from survey_part p where p.survey_id = s.id order by number) as numbers
    from survey s where s.upload_key = ${uploadKey}`.execute(app.deps.db)
  const [row] = rows
  if (!row) throw new Error(`The survey ${uploadKey} does not exist.`)
  return row
}

const complete = (i: number, key: string) => postSurvey(urlOf(i), token, `${key}/complete`)
const say = (line: string) => process.stdout.write(`${line}\n`)

describe('eight concurrent complete calls', () => {
  it(
    'one gets 202, the rest 200, and there is one job',
    async () => {
      const before = await countJobs()
      const total = await eachRound(12, 500, async (round) => {
        const { upload_key, upload_urls } = await beginSurvey(urlOf(round), token, projectId, {
          num_parts: 2,
        })
        await sendParts(upload_urls)
        const replies = await atOnce((i) => complete(i, upload_key))
        expect(statusesOf(replies)).toEqual([...times(200, callers - 1), 202])
        for (const { body } of replies) expect(body).toMatchObject({ upload_key, status: 'VALIDATING' })
      })
      expect(await countJobs()).toBe(before + total)
      // The other callers copied the parts too; their copies are all marked for deletion.
      const { rows } = await sql`
      select from survey_part p join object_trash t on t.object_key = p.object_key`.execute(app.deps.db)
      expect(rows).toEqual([])
      say(`surveys complete rounds=${total} callers=${callers} jobs=${total}`)
    },
    timeoutMs,
  )

  async function countJobs(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from job.job where name = 'import-survey'`.execute(app.deps.db)
    return rows[0]?.n ?? 0
  }
})

describe('eight concurrent append calls', () => {
  it(
    'one gets 201, the rest 409, a later one 400, and the parts are numbered without a gap',
    async () => {
      let survey: BegunSurvey | undefined
      const total = await eachRound(12, 500, async (round) => {
        if (round % 25 === 0) survey = await beginSurvey(urlOf(round), token, projectId)
        const key = survey?.upload_key ?? ''
        await setCompleted(app.deps.db, key)
        const before = await readStored(key)
        const append = (i: number) =>
          postSurvey<BegunSurvey>(urlOf(i), token, `${key}/append`, { num_parts: 1 + (i % 3) })
        const replies = await atOnce(append)
        const winner = replies.find(({ status }) => status === 201)
        const later = await append(round)
        expect([...replies.map(({ status }) => status).toSorted((a, b) => a - b), later.status]).toEqual([
          201,
          ...times(409, callers - 1),
          400,
        ])
        const after = await readStored(key)
        expect(after.numbers).toEqual(Array.from({ length: after.part_count }, (_, i) => i + 1))
        expect(after.status).toBe('AWAITING_UPLOAD')
        expect(winner?.body.num_parts).toBe(after.part_count)
        expect(winner?.body.upload_urls.map((part) => part.part_number)).toEqual(
          after.numbers.slice(before.part_count),
        )
      })
      say(
        `surveys append rounds=${total} callers=${callers} winners=${total} losers_409=${total * 7} later_400=${total}`,
      )
    },
    timeoutMs,
  )
})

describe('eight concurrent initialize calls with one idempotency key', () => {
  const initialize = (i: number, as: string, key: string) =>
    postSurvey<BegunSurvey>(urlOf(i), as, 'initialize', {
      project_id: projectId,
      name: 'Once',
      file_type: 'CSV',
      num_parts: 2,
      idempotency_key: key,
    })
  async function countSurveys(key: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from survey where idempotency_key = ${key}`.execute(app.deps.db)
    return rows[0]?.n ?? 0
  }

  it(
    'of one API key: one upload is created, and every call returns it',
    async () => {
      const total = await eachRound(12, 500, async (round) => {
        const key = `same-${round}`
        const replies = await atOnce((i) => initialize(i, token, key))
        expect(statusesOf(replies)).toEqual([...times(200, callers - 1), 201])
        expect(new Set(replies.map(({ body }) => body.upload_key)).size).toBe(1)
        const keys = replies.map(({ body }) => body.upload_urls.map((part) => part.s3_key).join())
        expect(new Set(keys).size).toBe(1)
        for (const { status, headers } of replies)
          expect(headers.get('idempotent-replayed')).toBe(status === 200 ? 'true' : null)
        expect(await countSurveys(key)).toBe(1)
      })
      const { rows } = await sql`
      select from file f where kind = 'survey' and not exists (select from survey where file_id = f.id)`.execute(
        app.deps.db,
      )
      expect(rows).toEqual([])
      say(`surveys idempotency rounds=${total} callers=${callers} uploads=${total}`)
    },
    timeoutMs,
  )

  it(
    'repeated while a part is withdrawn: every call describes one state of the upload',
    async () => {
      const seen = new Set<number>()
      const total = await eachRound(12, 500, async (round) => {
        const key = `withdrawn-${round}`
        const { body: begun } = await initialize(0, token, key)
        const withdraw = () =>
          fetch(`${urlOf(1)}/api/v1/developer/import/surveys/${begun.upload_key}/parts/2`, {
            method: 'DELETE',
            headers: { authorization: `Bearer ${token}` },
          })
        const replies = await Promise.all([
          ...Array.from({ length: callers - 1 }, (_, i) => initialize(i, token, key)),
          withdraw().then(() => initialize(0, token, key)),
        ])
        for (const { body } of replies) {
          expect(body.num_parts).toBe(body.upload_urls.length)
          seen.add(body.num_parts)
        }
      })
      expect([...seen].toSorted((a, b) => a - b)).toEqual([1, 2])
      say(`surveys withdraw_and_replay rounds=${total} callers=${callers} torn=0`)
    },
    timeoutMs,
  )

  it(
    'of two API keys: one owns the upload, and every call of the other gets 409',
    async () => {
      const owners = new Set<boolean>()
      const total = await eachRound(12, 500, async (round) => {
        const key = `two-${round}`
        // Four calls each, on both processes.
        const isFirst = (i: number) => (i + round) % 4 < 2
        const replies = await atOnce((i) => initialize(i, isFirst(i) ? token : otherToken, key))
        const won = (mine: boolean) => replies.filter((_, i) => isFirst(i) === mine)
        const isFirstOwner = won(true).some(({ status }) => status === 201)
        expect(statusesOf(won(isFirstOwner))).toEqual([200, 200, 200, 201])
        expect(statusesOf(won(!isFirstOwner))).toEqual([409, 409, 409, 409])
        expect(await countSurveys(key)).toBe(1)
        owners.add(isFirstOwner)
      })
      say(
        `surveys two_owners rounds=${total} callers=${callers} conflicts=${total * 4} owners=${owners.size}`,
      )
    },
    timeoutMs,
  )
})

describe('retries during completes', () => {
  it(
    'never leave an upload processing with a part that was reset',
    async () => {
      let started = 0
      const total = await eachRound(12, 500, async (round) => {
        const { upload_key, upload_urls } = await beginSurvey(urlOf(round), token, projectId, {
          num_parts: 2,
        })
        await sendParts(upload_urls)
        const replies = await atOnce(async (i) => {
          const isRetry = i % 4 >= 2
          // Alternates whether retries or completes come first.
          if (isRetry === (round % 2 === 0))
            await new Promise((resolve) => setTimeout(resolve, (round % 20) * 6))
          const path = isRetry ? `${upload_key}/parts/${1 + (i % 2)}/retry` : `${upload_key}/complete`
          return { isRetry, ...(await postSurvey(urlOf(i), token, path)) }
        })
        const completes = replies.filter(({ isRetry }) => !isRetry).map(({ status }) => status)
        const retries = replies.filter(({ isRetry }) => isRetry).map(({ status }) => status)
        const stored = await readStored(upload_key)
        if (count(completes, 202) === 1) {
          started += 1
          expect(stored).toMatchObject({ status: 'VALIDATING', reset_parts: 0 })
          expect(count(completes, 200) + count(completes, 202)).toBe(4)
          expect(count(retries, 400)).toBe(4)
        } else {
          expect(stored.status).toBe('AWAITING_UPLOAD')
          expect(count(retries, 200)).toBe(4)
          expect(count(completes, 400)).toBe(4)
        }
      })
      say(
        `surveys retry_complete rounds=${total} callers=${callers} started=${started} reset=${total - started} wrong=0`,
      )
    },
    timeoutMs,
  )
})

describe('registrations during completes', () => {
  it(
    'are accepted before the import starts, and rejected afterwards',
    async () => {
      let started = 0
      const total = await eachRound(12, 500, async (round) => {
        const { upload_key, upload_urls } = await beginSurvey(urlOf(round), token, projectId, {
          media_config: {},
        })
        await sendParts(upload_urls)
        const replies = await atOnce(async (i) => {
          const isRegister = i % 4 >= 2
          if (isRegister === (round % 2 === 0))
            await new Promise((resolve) => setTimeout(resolve, (round % 20) * 6))
          const reply = isRegister
            ? await postSurvey(urlOf(i), token, `${upload_key}/media/register`, {
                files: ['a.mp4', `${i % 2}.mp4`],
              })
            : await complete(i, upload_key)
          return { isRegister, ...reply }
        })
        const completes = replies.filter(({ isRegister }) => !isRegister).map(({ status }) => status)
        const registers = replies.filter(({ isRegister }) => isRegister).map(({ status }) => status)
        const stored = await readStored(upload_key)
        if (count(completes, 202) === 1) {
          started += 1
          expect(stored).toMatchObject({ status: 'VALIDATING', pending_media: 0 })
          expect(count(registers, 400)).toBe(4)
        } else {
          expect(stored).toMatchObject({ status: 'AWAITING_UPLOAD', pending_media: 3 })
          expect(count(registers, 201)).toBe(4)
          expect(count(completes, 400)).toBe(4)
        }
      })
      say(`surveys register_complete rounds=${total} callers=${callers} started=${started} wrong=0`)
    },
    timeoutMs,
  )
})
