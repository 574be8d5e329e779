/** Tests the published package on the oldest supported Node, and its types for browsers and Node. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'
import { filesIn } from '../../../scripts/publish/compile-package.ts'
import { distFolder } from '../../../scripts/sdk/build-sdk.ts'
import { checkTypes, installPackage, linkNodeTypes } from './package.ts'

const run = promisify(execFile)

/** Debian's Node if it is installed, because it is older than ours. */
async function findOldNode(): Promise<string> {
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    const found = await run(path, ['--version']).catch(() => undefined)
    if (Number(/^v(\d+)/.exec(found?.stdout ?? '')?.[1]) >= 20) return path
  }
  return process.execPath
}

const program = `
import { Inlet, version } from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'
const [baseUrl, clientId, clientSecret] = process.argv.slice(2)
const inlet = new Inlet({ baseUrl, clientId, clientSecret })
const project = await inlet.projects.create({ name: 'Of an old Node ' + version })
const handle = inlet.files.import(await fileFromPath('note.txt'), { projectId: project.id })
console.log((await handle.done()).status)
`

it('imports a file on the oldest supported Node', async () => {
  const folder = await installPackage()
  await writeFile(join(folder, 'program.js'), program)
  await writeFile(join(folder, 'note.txt'), 'A note. '.repeat(300_000))
  const { clientId, clientSecret } = inject('key')
  const args = ['program.js', inject('baseUrl'), clientId, clientSecret]
  const { stdout } = await run(await findOldNode(), args, { cwd: folder, timeout: 100_000 })
  expect(stdout.trim()).toBe('completed')
})

const typed = `
import { Inlet, type ImportHandle, type FileKeys, type ImportedFile } from '@inlet/sdk'
const inlet = new Inlet({ baseUrl: 'https://inlet.example', clientId: 'a', clientSecret: 'b', scopes: ['file:write'] })
export const handle: ImportHandle<FileKeys, ImportedFile> = inlet.files.import(new File([], 'a.txt'), { projectId: 1 })
export const signal: AbortSignal = AbortSignal.timeout(1)
export async function all(): Promise<string[]> {
  const names: string[] = []
  for await (const file of inlet.files.list({ limit: 10 }, { signal })) names.push(file.name)
  const { response } = await inlet.surveys.status('u').withResponse()
  return [...names, String(response.status)]
}
// @ts-expect-error A project is needed.
inlet.insights.import(new Blob([]), {})
`

it('has self-contained types for browsers and Node', async () => {
  const folder = await installPackage()
  await writeFile(join(folder, 'program.ts'), typed)
  const strict = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false }
  expect(
    await checkTypes(folder, { ...strict, lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'], types: [] }),
  ).toBe('')
  await linkNodeTypes(folder)
  expect(await checkTypes(folder, { lib: ['ES2023'], types: ['node'] })).toBe('')
})

it('declares no generic typed arrays, which TypeScript 5.0 does not know', async () => {
  for (const path of filesIn(distFolder, /\.d\.ts$/))
    expect(await readFile(path, 'utf8'), path).not.toMatch(/\b(?:Uint8Array|ArrayBufferView)</)
})
