/** Makes one shell script of the commands of a guide, in their order and unchanged but for what a reader replaces. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandBlock, fillIn, readBlocks } from './blocks.ts'
import { commandLanguages, type GuidePart } from './plan.ts'

export const guidesFolder = join(import.meta.dirname, '../../docs/guides')

export interface ScriptOptions {
  /** What a reader replaces in the commands. */
  values?: Readonly<Record<string, string>>
  /** Commands before the first block of a heading, which a reader would not need. */
  before?: Readonly<Record<string, string>>
  /** Commands after the last block of a heading, to look at its result. */
  after?: Readonly<Record<string, string>>
  /** Commands before the last block of a heading, which cleans up. */
  beforeLast?: Readonly<Record<string, string>>
}

export function readCommands({ guide, headings }: GuidePart): CommandBlock[] {
  const blocks = readBlocks(readFileSync(join(guidesFolder, guide), 'utf8'))
  return blocks.filter(
    ({ language, heading }) =>
      commandLanguages.includes(language) && (headings === undefined || headings.includes(heading)),
  )
}

export function writeScript(part: GuidePart, options: ScriptOptions = {}): string {
  const { values = {}, before = {}, after = {}, beforeLast = {} } = options
  const blocks = readCommands(part)
  if (blocks.length === 0)
    throw new Error(`${part.guide} has no commands under ${part.headings?.join(', ')}.`)
  const all = blocks.map(({ text }) => text).join('')
  const stale = Object.keys(values).filter((placeholder) => !all.includes(placeholder))
  if (stale.length > 0) throw new Error(`${part.guide} does not contain ${stale.join(', ')}.`)
  const script = ['set -euo pipefail']
  for (const [index, block] of blocks.entries()) {
    const isFirst = blocks[index - 1]?.heading !== block.heading
    const isLast = blocks[index + 1]?.heading !== block.heading
    if (isFirst && before[block.heading]) script.push(before[block.heading] ?? '')
    if (isLast && beforeLast[block.heading]) script.push(beforeLast[block.heading] ?? '')
    script.push(`echo '── ${part.guide}:${block.line} (${block.heading})'`, asShell(block, values))
    if (isLast && after[block.heading]) script.push(after[block.heading] ?? '')
  }
  return `${script.join('\n')}\n`
}

function asShell({ language, text }: CommandBlock, values: Readonly<Record<string, string>>): string {
  const filled = fillIn(text, values)
  if (language === 'sql')
    return `runuser -u postgres -- psql --set=ON_ERROR_STOP=1 inlet <<'SQL'\n${filled}SQL`
  // A whole script to save as a file.
  if (filled.startsWith('#!'))
    return `cat > /tmp/script-of-guide <<'SCRIPT'\n${filled}SCRIPT\nchmod 755 /tmp/script-of-guide\n/tmp/script-of-guide`
  return filled.trimEnd()
}
