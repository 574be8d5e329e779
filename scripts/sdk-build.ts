// npm run sdk-build: builds packages/sdk/dist and prints the size and dependencies of the package.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSdk, distFolder } from './sdk/build-sdk.ts'

buildSdk()
const listed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: distFolder, encoding: 'utf8' })
const [pack] = JSON.parse(listed) as Array<{ size: number; unpackedSize: number; entryCount: number }>
const { dependencies = {} } = JSON.parse(readFileSync(join(distFolder, 'package.json'), 'utf8')) as {
  dependencies?: Record<string, string>
}
const kB = (bytes = 0) => (bytes / 1000).toFixed(1)
console.log(
  `sdk packed_kB=${kB(pack?.size)} unpacked_kB=${kB(pack?.unpackedSize)} files=${pack?.entryCount} dependencies=${Object.keys(dependencies).length}`,
)
