import { join } from 'node:path'
import type { SurveyUpload } from '@inlet/sdk'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { hashOf } from './csv-file.ts'
import { findSource } from './find-source.ts'
import type { SentFile } from './sent-files.ts'

const survey = (completed_at: string | null, ...parts: Array<number | 'FAILED' | 'PENDING' | 'UPLOADED'>) =>
  ({
    upload_key: 'u',
    completed_at,
    parts: parts.map((part, i) => ({
      part_number: i + 1,
      status: typeof part === 'number' ? 'PROCESSED' : part,
      row_count: typeof part === 'number' ? part : null,
    })),
  }) as unknown as SurveyUpload

const never = null
const once = '2026-01-01T00:00:00Z'

async function setUp() {
  const folder = await makeFolder({
    'first.csv': 'a,b\n1,2\n3,4\n',
    'more.csv': 'a,b\n5,6\n',
    'x.csv': 'a,b\n7,8\n',
  })
  const sent = async (name: string, firstPart: number): Promise<SentFile> => ({
    path: join(folder, name),
    hash: await hashOf(join(folder, name)),
    firstPart,
    numParts: 1,
    stage: 'sent',
  })
  const files = [await sent('first.csv', 1), await sent('more.csv', 2)]
  const given = (name: string, firstPart?: number) => ({ path: join(folder, name), csv: {}, firstPart })
  return { files, given, folder }
}

describe('the file that open parts are sent from', () => {
  it('is the one that this machine has sent them from', async () => {
    const { files, given } = await setUp()
    const failed = survey(once, 2, 'FAILED')
    const remembered = await findSource(failed, files, undefined)
    expect([remembered.file.firstPart, [...remembered.wanted]]).toEqual([2, [2]])
    expect((await findSource(failed, files, given('more.csv'))).file.firstPart).toBe(2)
  })

  it('is never one that other parts came from', async () => {
    const { files, given } = await setUp()
    for (const firstPart of [undefined, 2])
      await expect(
        findSource(survey(once, 2, 'FAILED'), files, given('first.csv', firstPart)),
      ).rejects.toThrow('was sent to this survey as part 1; Part 2 came from another file')
  })

  it('is not guessed for parts that another machine has appended', async () => {
    const { given } = await setUp()
    const failed = survey(once, 2, 'FAILED')
    await expect(findSource(failed, [], undefined)).rejects.toThrow('has no record of which file Part 2')
    await expect(findSource(failed, [], given('x.csv'))).rejects.toThrow('--first-part 2')
    const { file, wanted } = await findSource(failed, [], given('x.csv', 2))
    expect([file.firstPart, file.numParts, [...wanted]]).toEqual([2, 1, [2]])
    await expect(findSource(failed, [], given('x.csv', 1))).rejects.toThrow('it is another file')
  })

  it('starts with part 1 while nothing can have been appended, if it matches the saved parts', async () => {
    const { given } = await setUp()
    const { file, wanted } = await findSource(survey(never, 'UPLOADED'), [], given('x.csv'))
    expect([file.firstPart, [...wanted]]).toEqual([1, [1]])
    await expect(findSource(survey(never, 2, 'FAILED'), [], given('x.csv'))).rejects.toThrow(
      'it is another file',
    )
  })

  it('may have been corrected since, under the same name', async () => {
    const { files, given, folder } = await setUp()
    const [first, more] = files
    const changed = [first, { ...more, path: join(folder, 'x.csv') }] as SentFile[]
    const { file, wanted } = await findSource(survey(once, 2, 'UPLOADED'), changed, given('x.csv'))
    expect([file.firstPart, [...wanted]]).toEqual([2, [2]])
    await expect(findSource(survey(once, 2, 'FAILED'), changed, undefined)).rejects.toThrow(
      'has changed since',
    )
  })
})
