/** Transcripts that are sent with recordings of the same name. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeWav } from '../../../acceptance/harness/samples.ts'
import { makeProject, makeUser, service } from './command.ts'
import { makeFolder } from './folder.ts'

const vtt = 'WEBVTT\n\n00:00.100 --> 00:00.900\n<v Moderator>Shall we start?\n'

describe('importing a folder with transcripts', () => {
  it('sends them with their recordings, and imports everything else', async () => {
    const user = await makeUser()
    const projectId = await makeProject('Transcripts')
    const folder = await makeFolder({ 'talk.vtt': vtt, 'notes.txt': 'Some notes.', 'alone.vtt': vtt })
    await writeFile(join(folder, 'talk.wav'), makeWav())
    await writeFile(join(folder, 'plain.wav'), makeWav())
    const into = ['import', folder, '-p', String(projectId)]

    const plan = await user.inlet(...into, '--dry-run', '--json')
    const { files, skipped } = JSON.parse(plan.stdout) as Record<string, Record<string, unknown>[]>
    expect(files?.map(({ file, transcript }) => [String(file).split('/').at(-1), transcript])).toEqual([
      ['notes.txt', undefined],
      ['plain.wav', undefined],
      ['talk.wav', expect.stringContaining('talk.vtt')],
    ])
    expect(skipped).toMatchObject([{ reason: expect.stringContaining('without a recording') }])

    expect((await user.lines(...into)).summary).toMatchObject({ completed: 3, failed: 0 })
    const notices = new Map<string, readonly string[] | undefined>()
    for await (const { wav_key, name } of service().files.iterate({ projectId }))
      notices.set(name, (await service().files.status(wav_key, { include: ['details'] })).notices)
    // The speech engine finds no speech in a tone, and says so.
    expect(Object.fromEntries(notices)).toEqual({
      'notes.txt': [],
      'plain.wav': [expect.stringContaining('no speech')],
      'talk.wav': [],
    })
    expect((await user.lines(...into)).summary).toMatchObject({ already_there: 3 })
  })

  it('sends none with --no-transcripts', async () => {
    const user = await makeUser()
    const projectId = await makeProject('No transcripts')
    const folder = await makeFolder({ 'talk.txt': '[00:00] Jane: Hello.' })
    await writeFile(join(folder, 'talk.wav'), makeWav())
    const into = ['import', folder, '-p', String(projectId), '--dry-run', '--json']
    const count = async (...flags: string[]) =>
      (JSON.parse((await user.inlet(...into, ...flags)).stdout) as { files: unknown[] }).files.length
    expect([await count(), await count('--no-transcripts')]).toEqual([1, 2])
  })
})
