/** Reading results with the command line. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { makePdf } from '../../../acceptance/harness/samples.ts'
import { importScopes } from '../../contract/src/scopes.ts'
import { makeKey } from './admin.ts'
import { makeProject, makeUser } from './command.ts'
import { makeFolder } from './folder.ts'

const scopes = [...importScopes, 'file:read', 'survey:read'].join(',')
const csv = 'Email,Score,Why?\na@example.org,9,"It is quick, and quiet."\nb@example.org,3,=Too loud.\n'

describe('inlet get', () => {
  it('reads the record and text of a document', async () => {
    const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', scopes) })
    const path = join(await makeFolder(), 'report.pdf')
    await writeFile(path, makePdf('Quarterly numbers'))
    const project = String(await makeProject('Results'))
    const { items } = await user.lines('import', path, '-p', project)
    const key = String(items[0]?.['wav_key'])
    const record = await user.inlet('get', key, '--json')
    expect([record.exitCode, JSON.parse(record.stdout)]).toMatchObject([
      0,
      { kind: 'document', page_count: 1 },
    ])
    const text = await user.inlet('get', key, '--format', 'txt')
    expect(text.stdout).toContain('Quarterly numbers')
    const pages = await user.inlet('get', key, '--format', 'json')
    expect(JSON.parse(pages.stdout)).toMatchObject([{ number: 1 }])
    const urls = await user.inlet('get', key, '--format', 'urls')
    expect(Object.keys(JSON.parse(urls.stdout) as object)).toContain('original')
    const wrong = await user.inlet('get', key, '--format', 'csv')
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('txt, json, urls')])
    const unknown = await user.inlet('get', '00000000-0000-4000-8000-000000000000')
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('lacks insight:read')])
  }, 120_000)

  it('writes the responses of a survey to a file', async () => {
    const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', scopes) })
    const folder = await makeFolder()
    const path = join(folder, 'survey.csv')
    await writeFile(path, csv)
    const project = String(await makeProject('Results'))
    const map = ['--map', 'Why?=Open-ended', '--map', 'Score=NPS', '--json']
    const { stdout } = await user.inlet('survey', 'import', path, '-p', project, ...map)
    const { upload_key: key } = JSON.parse(stdout) as { upload_key: string }
    const file = join(folder, 'responses.csv')
    const written = await user.inlet('get', key, '--format', 'csv', '--output', file)
    expect([written.exitCode, written.stderr]).toEqual([0, expect.stringContaining('Wrote')])
    expect(await readFile(file, 'utf8')).toBe(
      `Part,Row,Answered at,Score,Why?\r\n1,1,,9,"It is quick, and quiet."\r\n1,2,,3,'=Too loud.\r\n`,
    )
    const lines = await user.inlet('get', key, '--format', 'ndjson')
    expect(lines.stdout.trimEnd().split('\n')).toHaveLength(2)
    expect(lines.stdout).not.toContain('@example.org')
  }, 120_000)
})
