// npm run sizes: builds the published packages and prints their size and number of dependencies.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCli, cliDistFolder } from './cli/build-cli.ts'
import { buildSdk, distFolder as sdkDistFolder } from './sdk/build-sdk.ts'

interface Pack {
  filename: string
  size: number
  unpackedSize: number
  entryCount: number
}

interface Lockfile {
  packages: Record<string, unknown>
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1)

/** The number of packages that npm installs for a user, without the package itself. */
function countPackages(distFolder: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-sizes-'))
  try {
    const { dependencies = {} } = JSON.parse(readFileSync(join(distFolder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
    execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--silent'], {
      cwd: folder,
    })
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lockfile
    return Object.keys(packages).filter((path) => path !== '').length
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report(name: string, distFolder: string): void {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: distFolder, encoding: 'utf8' })
  const [pack] = JSON.parse(listed) as [Pack]
  console.log(
    `${name} packed_kB=${kB(pack.size)} unpacked_kB=${kB(pack.unpackedSize)} files=${pack.entryCount} packages_in_tree=${countPackages(distFolder)}`,
  )
}

buildSdk()
buildCli()
report('sdk', sdkDistFolder)
report('cli', cliDistFolder)
