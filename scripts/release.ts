/**
 * npm run release -- --version X.Y.Z: builds, packs and verifies SDK, command line and images from a committed version, in
 * dist/release/X.Y.Z. Publishes nothing; it prints the commands that do. See "Release" in CONTRIBUTING.md.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkSource } from './release/check-source.ts'
import { writeChecksums } from './release/checksums.ts'
import { buildImages, findEngine } from './release/images.ts'
import { packPackages, writePackageBom } from './release/pack.ts'
import { prepareRelease } from './release/prepare.ts'
import { publishCommands } from './release/publish-commands.ts'
import { run } from './release/run.ts'
import { verifyPackages } from './release/verify-packages.ts'
import { isVersion } from './release/versions.ts'

const root = join(import.meta.dirname, '..')
const usage = 'Usage: npm run release -- --version X.Y.Z [--prepare [--repository URL]] [--skip-images]'
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { values: flags } = parseArgs({
  options: {
    version: { type: 'string', default: '' },
    prepare: { type: 'boolean', default: false },
    repository: { type: 'string' },
    'skip-images': { type: 'boolean', default: false },
  },
})

function prepare(version: string): void {
  const day = new Date().toISOString().slice(0, 10)
  prepareRelease(root, { version, repository: flags.repository, day })
  say(`Prepared ${version}. Review the changes, commit them, run .ci/run, then:`)
  say(`  npm run release -- --version ${version}`)
}

async function release(version: string): Promise<void> {
  const source = checkSource(root, version)
  say(`source: ${source.tag}, commit ${source.commit}, clean`)
  const folder = join(root, 'dist/release', version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  const packages = packPackages(folder)
  for (const one of packages) {
    writePackageBom(one, one.path.replace(/\.tgz$/, '.cdx.json'))
    say(`${one.name}: ${(one.bytes / 1000).toFixed(1)} kB, ${one.files} files`)
  }
  verifyPackages(packages, say)

  const engine = flags['skip-images'] ? undefined : findEngine()
  const images = engine === undefined ? [] : buildImages(engine, { root, folder, version, ...source })
  if (engine !== undefined) say(`images: ${images.map(({ reference }) => reference).join(', ')}`)
  else if (flags['skip-images']) say('images: skipped, as requested')
  else say('images: skipped, because neither docker nor podman is running')

  const archive = join(folder, `inlet-${version}.tar.gz`)
  run('git', ['archive', `--prefix=inlet-${version}/`, `--output=${archive}`, source.commit], { cwd: root })
  await writeChecksums(folder)
  say(`files: ${readdirSync(folder).join(', ')}`)
  say(`\nNothing is published yet. To publish ${version} from dist/release/${version}:\n`)
  for (const command of publishCommands({ root, version, commit: source.commit, packages, images }))
    say(`  ${command}`)
}

try {
  if (!isVersion(flags.version)) throw new Error(`--version is missing or not like 1.2.3. ${usage}`)
  if (flags.prepare) prepare(flags.version)
  else if (flags.repository !== undefined) throw new Error(`--repository needs --prepare. ${usage}`)
  else await release(flags.version)
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? `\n${error.cause.message}` : ''
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${cause}\n`)
  process.exitCode = 1
}
