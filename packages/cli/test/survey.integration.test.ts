/** Surveys with the command line: one command imports a long CSV while uploads are cut off or damaged. */
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { startApi } from './api.ts'
import { makeProject, makeUser, service } from './command.ts'
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

const proxy = await startStoreProxy(inject('systemEnv')['S3_ENDPOINT'] ?? '')
const api = await startApi({ S3_PUBLIC_ENDPOINT: proxy.url })
afterAll(async () => {
  await api.stop()
  proxy.close()
})

async function setUp(faults: StoreFaults = {}) {
  proxy.expect(faults)
  const user = await makeUser({ url: api.url })
  return { user, project: String(await makeProject('Surveys')), folder: await makeFolder() }
}

describe('a survey', () => {
  it(`of ${rowCount} rows is imported by one command although two uploads fail`, async () => {
    const { user, project, folder } = await setUp({ cut: [2], damage: [partCount] })
    const path = join(folder, 'large.csv')
    await writeSurvey(path, rowCount)
    const run = user.start('survey', 'import', path, '-p', project, ...map, '--json')
    const { stdout, stderr, exitCode, seconds, peakMiB } = await run.ended
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
    // One more for the cut connection, one more for the damaged upload.
    expect(proxy.uploads).toBe(partCount + 2)
    const again = await user.inlet('survey', 'import', path, '-p', project, ...map, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({
      upload_key: survey.upload_key,
      processing: { total_responses: rowCount },
    })
  }, 3_600_000)

  it('resumes after a kill and is imported once', async () => {
    const { user, project, folder } = await setUp()
    const path = join(folder, 'killed.csv')
    await writeSurvey(path, 45_000)
    const args = ['survey', 'import', path, '-p', project, ...map]
    const run = user.start(...args)
    await until(() => proxy.uploads >= 2)
    run.child.kill('SIGKILL')
    await run.ended
    const { stdout } = await user.inlet(...args, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ status: 'COMPLETED', processing: { total_responses: 45_000 } })
    const names: string[] = []
    for await (const one of service().surveys.list())
      if (one.project_id === Number(project)) names.push(one.survey_name)
    expect(names).toEqual(['killed'])
  }, 600_000)

  it('gets appended responses once, even if the first attempt was killed', async () => {
    const { user, project, folder } = await setUp()
    const first = join(folder, 'first.csv')
    const more = join(folder, 'more.csv')
    await writeSurvey(first, 10)
    await writeSurvey(more, 25_000, 10)
    const made = await user.inlet('survey', 'import', first, '-p', project, ...map, '--json')
    const { upload_key } = JSON.parse(made.stdout) as { upload_key: string }
    const before = proxy.uploads
    const run = user.start('survey', 'append', upload_key, more)
    await until(() => proxy.uploads > before)
    run.child.kill('SIGKILL')
    await run.ended
    const { stdout, exitCode } = await user.inlet('survey', 'append', upload_key, more, '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'COMPLETED',
      num_parts: 3,
      processing: { total_responses: 25_010 },
    })
    const again = await user.inlet('survey', 'append', upload_key, more)
    expect(again.stderr).toContain('was already added as parts 2 to 3')
  }, 600_000)

  it('completes after an invalid part is replaced', async () => {
    const { user, project, folder } = await setUp()
    const first = join(folder, 'first.csv')
    const wrong = join(folder, 'wrong.csv')
    const right = join(folder, 'right.csv')
    await writeSurvey(first, 5)
    await writeFile(wrong, 'Email,Score\na@example.org,9\n')
    await writeSurvey(right, 2, 5)
    const made = await user.inlet('survey', 'import', first, '-p', project, ...map, '--json')
    const { upload_key } = JSON.parse(made.stdout) as { upload_key: string }
    const failed = await user.inlet('survey', 'append', upload_key, wrong)
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('Why?')])
    const status = await user.inlet('status', upload_key, '--json')
    expect([status.exitCode, JSON.parse(status.stdout)]).toEqual([
      8,
      [expect.objectContaining({ kind: 'survey', status: 'FAILED' })],
    ])
    const corrected = await user.inlet('survey', 'retry', upload_key, right, '--part', '2', '--json')
    expect([corrected.exitCode, corrected.stderr]).toEqual([0, ''])
    expect(JSON.parse(corrected.stdout)).toMatchObject({
      status: 'COMPLETED',
      processing: { total_responses: 7 },
    })
    const { stdout } = await user.inlet('survey', 'list', '--json')
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([expect.objectContaining({ upload_key, number_of_responses: 7 })]),
    )
  }, 600_000)

  it('is rejected before anything is sent if the CSV is invalid', async () => {
    const { user, project, folder } = await setUp()
    const path = join(folder, 'bad.csv')
    await writeFile(path, 'Email,Score\na@example.org,"9\n')
    const unclosed = await user.inlet('survey', 'import', path, '-p', project, '--auto-map')
    expect([unclosed.exitCode, unclosed.stderr]).toEqual([1, expect.stringContaining('never closed')])
    const unknown = await user.inlet('survey', 'import', path, '-p', project, '--map', 'Mail=Email')
    expect(unknown.exitCode).not.toBe(0)
    expect(proxy.uploads).toBe(0)
  })
})
