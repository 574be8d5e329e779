/** Surveys through the command line: a long CSV in one command while parts break off or arrive damaged on the way. */
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, inject, it } from 'vitest'
import { startApi } from './api.ts'
import { makePerson, makeProject, service } from './command.ts'
import { makeFolder } from './folder.ts'
import { type StoreFaults, startStoreProxy } from './proxy.ts'
import { until } from './until.ts'

const rowCount = process.env['INLET_FULL'] ? 1_000_000 + 1 : 45_000
const partCount = Math.ceil(rowCount / 20_000)
const map = ['--map', 'Email=Email', '--map', 'Score=NPS', '--map', 'Why?=Open-ended']

async function writeSurvey(path: string, rows: number, from = 0): Promise<void> {
  function* lines() {
    yield 'Email,Score,Why?\n'
    for (let i = from; i < from + rows; i += 1)
      yield `person-${i}@example.org,${i % 11},"Because of reason ${i}, and because it is quick."\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}

async function setUp(faults: StoreFaults = {}) {
  const store = inject('systemEnv')['S3_ENDPOINT'] ?? ''
  const proxy = await startStoreProxy(store, faults)
  const person = await makePerson({ url: await startApi({ S3_PUBLIC_ENDPOINT: proxy.url }) })
  return { proxy, person, project: String(await makeProject('Surveys')), folder: await makeFolder() }
}

describe('a survey', () => {
  it(`of ${rowCount} rows is imported by one command although two parts fail on the way`, async () => {
    const { proxy, person, project, folder } = await setUp({ cut: [2], damage: [partCount] })
    const path = join(folder, 'large.csv')
    await writeSurvey(path, rowCount)
    const { stdout, stderr, exitCode, seconds, peakMiB } = await person.inlet(
      'survey',
      'import',
      path,
      '-p',
      project,
      ...map,
      '--json',
    )
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('upload key')])
    const survey = JSON.parse(stdout) as { upload_key: string }
    console.log(
      `survey rows=${rowCount} parts=${partCount} uploads=${proxy.uploads} seconds=${seconds.toFixed(1)} peak_rss_MiB=${Math.round(peakMiB)}`,
    )
    expect(survey).toMatchObject({
      status: 'COMPLETED',
      num_parts: partCount,
      processing: { total_responses: rowCount },
    })
    // One more for the connection that was cut, one more for the damage.
    expect(proxy.uploads).toBe(partCount + 2)
    const again = await person.inlet('survey', 'import', path, '-p', project, ...map, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({
      upload_key: survey.upload_key,
      processing: { total_responses: rowCount },
    })
  }, 3_600_000)

  it('goes on after a kill, and is there once', async () => {
    const { proxy, person, project, folder } = await setUp()
    const path = join(folder, 'killed.csv')
    await writeSurvey(path, 45_000)
    const args = ['survey', 'import', path, '-p', project, ...map]
    const run = person.start(...args)
    await until(() => proxy.uploads >= 2)
    run.child.kill('SIGKILL')
    await run.ended
    const { stdout } = await person.inlet(...args, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ status: 'COMPLETED', processing: { total_responses: 45_000 } })
    const names: string[] = []
    for await (const one of service().surveys.list())
      if (one.project_id === Number(project)) names.push(one.survey_name)
    expect(names).toEqual(['killed'])
  }, 600_000)

  it('is appended to once, also when the first try was killed', async () => {
    const { proxy, person, project, folder } = await setUp()
    const first = join(folder, 'first.csv')
    const more = join(folder, 'more.csv')
    await writeSurvey(first, 10)
    await writeSurvey(more, 25_000, 10)
    const made = await person.inlet('survey', 'import', first, '-p', project, ...map, '--json')
    const { upload_key } = JSON.parse(made.stdout) as { upload_key: string }
    const before = proxy.uploads
    const run = person.start('survey', 'append', upload_key, more)
    await until(() => proxy.uploads > before)
    run.child.kill('SIGKILL')
    await run.ended
    const { stdout, exitCode } = await person.inlet('survey', 'append', upload_key, more, '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'COMPLETED',
      num_parts: 3,
      processing: { total_responses: 25_010 },
    })
    const again = await person.inlet('survey', 'append', upload_key, more)
    expect(again.stderr).toContain('were added before')
  }, 600_000)

  it('with a part that cannot be used is mended by a corrected one', async () => {
    const { person, project, folder } = await setUp()
    const first = join(folder, 'first.csv')
    const wrong = join(folder, 'wrong.csv')
    const right = join(folder, 'right.csv')
    await writeSurvey(first, 5)
    await writeFile(wrong, 'Email,Score\na@example.org,9\n')
    await writeSurvey(right, 2, 5)
    const made = await person.inlet('survey', 'import', first, '-p', project, ...map, '--json')
    const { upload_key } = JSON.parse(made.stdout) as { upload_key: string }
    const failed = await person.inlet('survey', 'append', upload_key, wrong)
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('Why?')])
    const status = await person.inlet('status', upload_key, '--json')
    expect([status.exitCode, JSON.parse(status.stdout)]).toEqual([
      8,
      [expect.objectContaining({ kind: 'survey', status: 'FAILED' })],
    ])
    const mended = await person.inlet('survey', 'retry', upload_key, right, '--part', '2', '--json')
    expect([mended.exitCode, mended.stderr]).toEqual([0, ''])
    expect(JSON.parse(mended.stdout)).toMatchObject({
      status: 'COMPLETED',
      processing: { total_responses: 7 },
    })
    const { stdout } = await person.inlet('survey', 'list', '--json')
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([expect.objectContaining({ upload_key, number_of_responses: 7 })]),
    )
  }, 600_000)

  it('says what is wrong before anything is sent', async () => {
    const { proxy, person, project, folder } = await setUp()
    const path = join(folder, 'bad.csv')
    await writeFile(path, 'Email,Score\na@example.org,"9\n')
    const unclosed = await person.inlet('survey', 'import', path, '-p', project, '--auto-map')
    expect([unclosed.exitCode, unclosed.stderr]).toEqual([1, expect.stringContaining('never closed')])
    const unknown = await person.inlet('survey', 'import', path, '-p', project, '--map', 'Mail=Email')
    expect(unknown.exitCode).not.toBe(0)
    expect(proxy.uploads).toBe(0)
  })
})
