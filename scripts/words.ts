// npm run words: fails if a tracked text file uses a word that Inlet has retired (scripts/words/retired-words.ts).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findRetiredWords, unreleasedPart } from './words/find-retired-words.ts'

/** Data, generated files and released migrations, whose words we do not choose, and the list itself. */
const excluded = [
  'package-lock.json',
  'scripts/words/',
  'packages/processors/test/fixtures/',
  'packages/processors/src/privacy/rules/',
  'packages/server/migrations/',
]

const isSkipped = (path: string) => excluded.some((prefix) => path.startsWith(prefix))

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\0')
  .filter((path) => path !== '' && !isSkipped(path))

let count = 0
for (const path of tracked) {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    continue // deleted, and not yet staged
  }
  if (bytes.subarray(0, 8000).includes(0)) continue // binary
  const text = path === 'CHANGELOG.md' ? unreleasedPart(bytes.toString()) : bytes.toString()
  for (const found of findRetiredWords(text)) {
    count += 1
    console.error(`${path}:${found.line}: "${found.text}" is retired; use: ${found.use}`)
  }
}
if (count > 0) {
  console.error(`${count} retired words. docs/glossary.md has the words to use.`)
  process.exitCode = 1
}
