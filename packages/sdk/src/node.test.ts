import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { fileFromPath } from './node.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-sdk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('reads a file on disk repeatedly', async () => {
  const path = join(await makeFolder(), 'Grüße.txt')
  const content = 'abc'.repeat(1_000_000)
  await writeFile(path, content)
  const file = await fileFromPath(path)
  expect([file.name, file.size]).toEqual(['Grüße.txt', 3_000_000])
  expect((await text(file.stream())) === content).toBe(true)
  expect((await text(file.stream())) === content).toBe(true)
  const reader = file.stream().getReader()
  await reader.read()
  await reader.cancel()
  expect((await fileFromPath(path, 'other.txt')).name).toBe('other.txt')
})

it('rejects a path that does not exist', async () => {
  const folder = await makeFolder()
  await expect(fileFromPath(join(folder, 'none.txt'))).rejects.toMatchObject({ code: 'invalid_file' })
  await expect(fileFromPath(folder)).rejects.toMatchObject({ code: 'invalid_file' })
})
