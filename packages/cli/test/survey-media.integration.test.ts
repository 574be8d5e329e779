/** Corrections of media files of a survey with the command line. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeProject, makeUser, service } from './command.ts'
import { makeFolder } from './folder.ts'
import { makeWav } from './samples.ts'

interface Listed {
  filename: string
  status: string
  recording: string | null
  code: string | null
  reason: string | null
}

async function importWithMedia(cells: readonly string[], files: Record<string, Uint8Array | string>) {
  const user = await makeUser()
  const folder = await makeFolder()
  const clips = join(folder, 'clips')
  await mkdir(clips)
  for (const [name, content] of Object.entries(files)) await writeFile(join(clips, name), content)
  const csv = join(folder, 'survey.csv')
  await writeFile(csv, `Clip\n${cells.join('\n')}\n`)
  const project = String(await makeProject('Survey media'))
  const args = ['survey', 'import', csv, '-p', project, '--map', 'Clip=MEDIA_RESPONSE', '--media', clips]
  const made = await user.inlet(...args, '--json')
  const { upload_key: key } = JSON.parse(made.stdout) as { upload_key: string }
  const media = (...rest: string[]) => user.inlet('survey', 'media', ...rest)
  const list = async (...rest: string[]) =>
    JSON.parse((await media('list', key, ...rest, '--json')).stdout) as Listed[]
  return { key, folder, media, list }
}

describe('media of a survey', () => {
  it('are listed with the reason if they could not be linked, and replaced under another name', async () => {
    const { key, folder, media, list } = await importWithMedia(['typo.wav', 'here.wav'], {
      'tpyo.wav': makeWav(1),
      'here.wav': makeWav(1),
    })
    expect(await list('--failed')).toMatchObject([
      {
        filename: 'tpyo.wav',
        status: 'FAILED',
        code: 'no_match',
        reason: expect.stringContaining('Replace'),
      },
    ])
    const file = join(folder, 'corrected.wav')
    await writeFile(file, makeWav(1))
    const taken = await media('replace', key, 'tpyo.wav', file, '--as', 'here.wav')
    expect([taken.exitCode, taken.stderr]).toEqual([1, expect.stringContaining('has that name')])
    const wrong = await media('replace', key, 'tpyo.wav', file)
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      8,
      expect.stringContaining('No response names this file'),
    ])
    const right = await media('replace', key, 'corrected.wav', file, '--as', 'typo.wav', '--json')
    expect(right.exitCode).toBe(0)
    expect(JSON.parse(right.stdout)).toMatchObject({ filename: 'typo.wav', status: 'LINKED' })
    expect((await list()).map(({ filename, status }) => `${filename} ${status}`)).toEqual([
      'here.wav LINKED',
      'typo.wav LINKED',
    ])
    expect((await media('replace', key, 'typo.wav', join(folder, 'nothing.wav'))).exitCode).toBe(2)
  }, 240_000)

  it('resume under their new name after an interruption before the upload', async () => {
    const { key, folder, media } = await importWithMedia(['typo.wav'], { 'tpyo.wav': makeWav(1) })
    await service().surveys.retryMedia(key, 'tpyo.wav', { filename: 'typo.wav' })
    const file = join(folder, 'typo.wav')
    await writeFile(file, makeWav(1))
    const { exitCode, stdout } = await media('replace', key, 'tpyo.wav', file, '--json')
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { filename: 'typo.wav', status: 'LINKED' }])
  }, 240_000)

  it('are withdrawn if they will never arrive', async () => {
    const { key, media, list } = await importWithMedia(['here.wav'], {
      'here.wav': makeWav(1),
      'nobody.wav': makeWav(1),
    })
    const { exitCode, stdout } = await media('withdraw', key, 'nobody.wav')
    expect([exitCode, stdout]).toEqual([0, 'nobody.wav is withdrawn.\n'])
    expect((await list()).map(({ filename }) => filename)).toEqual(['here.wav'])
    const linked = await media('withdraw', key, 'here.wav')
    expect([linked.exitCode, linked.stderr]).toEqual([1, expect.stringContaining('cannot be withdrawn')])
  }, 240_000)
})
