/** Corrections of a survey with the command line. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeProject, makeUser } from './command.ts'
import { makeFolder } from './folder.ts'

const csv = 'Email,Score,Why?\na@example.org,9,"It is quick, and quiet."\nb@example.org,3,Too loud.\n'

async function setUp() {
  const user = await makeUser()
  const folder = await makeFolder()
  const path = join(folder, 'survey.csv')
  const wrong = join(folder, 'wrong.csv')
  await writeFile(path, csv)
  await writeFile(wrong, 'Email\nc@example.org\n')
  const project = String(await makeProject('Corrections'))
  const map = ['--map', 'Why?=Open-ended', '--json']
  const { stdout } = await user.inlet('survey', 'import', path, '-p', project, ...map)
  const { upload_key: key } = JSON.parse(stdout) as { upload_key: string }
  return { user, key, wrong }
}

describe('a survey', () => {
  it('FIX-4 changes the type of a column by its header or position', async () => {
    const { user, key } = await setUp()
    const named = await user.inlet('survey', 'retype', key, 'Score', 'nps', '--json')
    expect([named.exitCode, named.stderr]).toEqual([0, ''])
    expect(JSON.parse(named.stdout)).toMatchObject({
      status: 'COMPLETED',
      processing: { questions_detected: 2 },
    })
    const again = await user.inlet('survey', 'retype', key, '1', 'NPS')
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('COMPLETED')])
    const unknown = await user.inlet('survey', 'retype', key, 'Colour', 'NPS')
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('It has: 0 Email, 1 Score'),
    ])
    const type = await user.inlet('survey', 'retype', key, 'Score', 'Colour')
    expect([type.exitCode, type.stderr]).toEqual([2, expect.stringContaining('not a column type')])
  }, 120_000)

  it('FIX-3 completes without a withdrawn part', async () => {
    const { user, key, wrong } = await setUp()
    const failed = await user.inlet('survey', 'append', key, wrong)
    expect(failed.exitCode).not.toBe(0)
    const withdrawn = await user.inlet('survey', 'withdraw-part', key, '2', '--json')
    expect([withdrawn.exitCode, withdrawn.stderr]).toEqual([0, ''])
    expect(JSON.parse(withdrawn.stdout)).toMatchObject({ status: 'COMPLETED', num_parts: 1 })
    const again = await user.inlet('survey', 'withdraw-part', key, '2')
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('no part with that number')])
  }, 120_000)
})
