/** Installs the published package into a new folder, as npm would. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { distFolder } from '../../../scripts/sdk/build-sdk.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

/** A new project that contains only the package. */
export async function installPackage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-sdk-package-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const target = join(folder, 'node_modules/@inlet/sdk')
  await mkdir(target, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: distFolder })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  await run('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components', '1'])
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

/** Adds the types of Node, and no others. */
export async function checkTypes(folder: string, compilerOptions: Record<string, unknown>): Promise<string> {
  const options = {
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    ...compilerOptions,
  }
  const config = { compilerOptions: options, include: ['*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['--project', folder]).catch(
    (failure: unknown) => failure as { stdout: string },
  )
  return stdout
}

export async function linkNodeTypes(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

export interface Snippet {
  language: string
  code: string
  /** The file name, from a comment before the snippet. */
  file: string | undefined
}

export async function readSnippets(): Promise<Snippet[]> {
  const text = await readFile(join(distFolder, 'README.md'), 'utf8')
  const fence = /(?:<!-- file: (\S+) -->\n\n)?```(\w+)\n([\s\S]*?)```/g
  return [...text.matchAll(fence)].map(([, file, language = '', code = '']) => ({
    language,
    code,
    file,
  }))
}
