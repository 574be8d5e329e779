import { expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { get, items, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'
import { surveysOf } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { baseUrls } from '../harness/target.ts'

const path = `${prefix}/projects`

describeOurs('lists', async () => {
  const { token } = await makeCaller()
  const made: number[] = []
  for (let i = 0; i < 53; i += 1) made.push(await makeProject(token))
  const newestFirst = made.toReversed()
  const idsAt = async (url: string) =>
    items(await get(url, { token }), 'projects').map((project) => project['id'])

  it('PAG-1 lists return 50 items by default, with count and links', async () => {
    const first = await get(path, { token })
    expect(items(first, 'projects')).toHaveLength(50)
    expect(first.body).toMatchObject({ count: 53, previous: null })
    const second = await get(String(first.body['next']), { token })
    expect(items(second, 'projects')).toHaveLength(3)
    expect(second.body).toMatchObject({ count: 53, next: null })
    expect(await idsAt(String(second.body['previous']))).toEqual(newestFirst.slice(0, 50))
  })

  it('PAG-1 limit and offset select any page', async () => {
    expect(await idsAt(`${path}?limit=7&offset=11`)).toEqual(newestFirst.slice(11, 18))
    expect(await idsAt(`${path}?offset=500`)).toEqual([])
    const walked: unknown[] = []
    let url: string | null = `${path}?limit=10`
    while (url) {
      const page = await get(url, { token })
      walked.push(...items(page, 'projects').map((project) => project['id']))
      url = page.body['next'] as string | null
    }
    expect(walked).toEqual(newestFirst)
  })

  it('PAG-2 a limit above 50 is 50; invalid values are ignored', async () => {
    for (const query of [
      'limit=51',
      'limit=100000',
      'limit=0',
      'limit=-3',
      'limit=abc',
      'limit=1.5',
      'limit=',
      'offset=-1',
      'offset=x',
      'limit=1&limit=2',
    ]) {
      const answer = await get(`${path}?${query}`, { token })
      expect([query, answer.status, items(answer, 'projects').length]).toEqual([query, 200, 50])
    }
  })

  it('PAG-2 links keep other parameters and use the public address, regardless of the Host header', async () => {
    const answer = await get(`${path}?limit=5&offset=5&tag=a%20b`, {
      token,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    for (const name of ['next', 'previous']) {
      const url = new URL(String(answer.body[name]))
      expect(url.origin).toBe(baseUrls[0])
      expect(url.searchParams.get('tag')).toBe('a b')
      expect(url.searchParams.get('limit')).toBe('5')
    }
    expect(answer.text).not.toContain('evil')
  })

  it('PAG-3 insights and files are listed newest first, of accessible projects only', async () => {
    const stranger = await makeCaller()
    const project = made[0]
    const insights: unknown[] = []
    const files: unknown[] = []
    for (let i = 0; i < 3; i += 1) {
      const insight = await post(`${prefix}/insights/initialize`, {
        token,
        json: { project_id: project, filename: `${i}.pdf` },
      })
      const file = await post(`${prefix}/files/initialize`, {
        token,
        json: { project_id: project, file_name: `${i}.pdf` },
      })
      insights.unshift(insight.body['insight_key'])
      files.unshift(file.body['wav_key'])
    }
    const listed = async (kind: string, key: string, as: string) =>
      items(await get(`${prefix}/${kind}`, { token: as }), kind).map((item) => item[key])
    expect(await listed('insights', 'insight_key', token)).toEqual(insights)
    expect(await listed('files', 'wav_key', token)).toEqual(files)
    expect(await listed('insights', 'insight_key', stranger.token)).toEqual([])
    expect(await listed('files', 'wav_key', stranger.token)).toEqual([])
  })

  it('PAG-3 PAG-4 surveys are paginated newest first, of accessible projects only', async () => {
    const stranger = await makeCaller()
    const caller = await makeCaller()
    const surveys = surveysOf(caller.token, await makeProject(caller.token))
    await surveys.begin()
    const keys: string[] = []
    for (let i = 0; i < 3; i += 1) {
      const survey = await surveys.importParts([makeCsv('a@example.org')], { column_mapping: mapping })
      keys.unshift(survey.key)
    }
    const list = `${prefix}/surveys`
    const listed = async (url: string, as: string) =>
      items(await get(url, { token: as }), 'surveys').map((item) => item['upload_key'])
    expect(await listed(list, caller.token)).toEqual(keys)
    expect(await listed(list, stranger.token)).toEqual([])
    const first = await get(`${list}?limit=2&tag=x`, { token: caller.token })
    expect(first.body).toMatchObject({ count: 3, previous: null })
    expect(await listed(`${list}?limit=2`, caller.token)).toEqual(keys.slice(0, 2))
    expect(new URL(String(first.body['next'])).searchParams.get('tag')).toBe('x')
    const second = await get(String(first.body['next']), { token: caller.token })
    expect(items(second, 'surveys').map((item) => item['upload_key'])).toEqual(keys.slice(2))
    expect(second.body).toMatchObject({ count: 3, next: null })
    for (const query of ['limit=1000', 'limit=0', 'limit=x', 'offset=-1']) {
      expect([query, await listed(`${list}?${query}`, caller.token)]).toEqual([query, keys])
    }
    expect(await listed(`${list}?offset=3`, caller.token)).toEqual([])
  })
})
