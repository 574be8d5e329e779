/** Runs every command of the README as printed, with the published package, on the oldest installed Node. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
import { makePdf } from '../../../acceptance/harness/samples.ts'
import { cliDistFolder } from '../../../scripts/cli/build-cli.ts'
import { makeFolder } from './folder.ts'
import { makePng } from './samples.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

async function readBlocks(): Promise<string[]> {
  const text = await readFile(join(cliDistFolder, 'README.md'), 'utf8')
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code)
}

/** Debian's Node if it is installed, because it is older than ours. */
async function findOldNode(): Promise<string> {
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    const found = await run(path, ['--version']).catch(() => undefined)
    if (Number(/^v(\d+)/.exec(found?.stdout ?? '')?.[1]) >= 20) return path
  }
  return process.execPath
}

/** Installs the package as npm would, with its dependencies. Returns the folder for PATH. */
async function installPackage(folder: string): Promise<string> {
  const modules = join(folder, 'node_modules')
  const target = join(modules, '@inlet/cli')
  await mkdir(target, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: cliDistFolder,
  })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  await run('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components', '1'])
  const manifest = JSON.parse(await readFile(join(target, 'package.json'), 'utf8')) as {
    bin: { inlet: string }
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(manifest.dependencies)) {
    const places = [join(root, 'packages/cli/node_modules', name), join(root, 'node_modules', name)]
    await symlink(places.find(existsSync) ?? '', join(modules, name))
  }
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await symlink(await findOldNode(), join(bin, 'node'))
  await symlink(join(target, manifest.bin.inlet), join(bin, 'inlet'))
  await chmod(join(target, manifest.bin.inlet), 0o755)
  return bin
}

const { clientId, clientSecret } = inject('key')

describe('the README', () => {
  it('runs as printed, from login to completion', async () => {
    const folder = await makeFolder({
      'key.secret': `${clientSecret}\n`,
      'interviews/anna.txt': 'What Anna said.',
      'interviews/day-2/ben.txt': 'What Ben said.',
      'interviews/day-2/board.png': makePng(40, 30, 1),
      'interviews/drafts/x.txt': 'Not yet.',
      'reports/findings.pdf': makePdf('Findings'),
      'spring.csv':
        'Email,Why did you choose us?,Score\nanna@example.org,It is quick.,9\nben@example.org,It is near.,8\n',
    })
    const bin = await installPackage(folder)
    const env = {
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: folder,
      SERVICE: inject('baseUrl'),
      KEY_ID: clientId,
    }
    const blocks = await readBlocks()
    expect(blocks.length).toBeGreaterThanOrEqual(8)
    const said: string[] = []
    for (const code of blocks) {
      const script = join(folder, 'block.sh')
      await writeFile(script, code)
      const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', script], { cwd: folder, env })
      said.push(stdout, stderr)
    }
    const all = said.join('')
    expect(all).toContain('4 files completed, 0 failed, 0 already there, 0 skipped.')
    expect(all).toContain('Everything is imported.')
    expect(all).toContain('All checks passed')
    const result = await readFile(join(folder, 'result.jsonl'), 'utf8')
    expect(result.trim().split('\n').at(-1)).toContain('"already_there":4')
    expect(await readFile(join(folder, 'inlet.bash'), 'utf8')).toContain('complete -F _inlet inlet')
  })
})
