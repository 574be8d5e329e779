/** Every command block of a guide is run by a test. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readBlocks } from './blocks.ts'
import { commandLanguages, type GuidePart, parts } from './plan.ts'
import { guidesFolder, readCommands, writeScript } from './script.ts'

const guides = readdirSync(guidesFolder).filter((name) => name.endsWith('.md'))

function blocksNotRun(given: readonly GuidePart[]): string[] {
  const run = new Set(given.flatMap((part) => readCommands(part).map(({ line }) => `${part.guide}:${line}`)))
  return guides
    .flatMap((guide) =>
      readBlocks(readFileSync(join(guidesFolder, guide), 'utf8'))
        .filter(({ language }) => commandLanguages.includes(language))
        .map(({ line }) => `${guide}:${line}`),
    )
    .filter((block) => !run.has(block))
}

describe('the plan', () => {
  it('runs every command block of the guides', () => {
    expect(blocksNotRun(parts)).toEqual([])
    expect(blocksNotRun(parts.slice(1)).length).toBeGreaterThan(0)
  })

  it('names headings that have commands', () => {
    for (const part of parts) {
      const found = new Set(readCommands(part).map(({ heading }) => heading))
      for (const heading of part.headings ?? []) expect(found).toContain(heading)
      expect(found.size).toBeGreaterThan(0)
    }
  })

  it('lets every other block of a guide be settings, units or JSON, not commands', () => {
    for (const guide of guides) {
      const others = readBlocks(readFileSync(join(guidesFolder, guide), 'utf8')).filter(
        ({ language }) => !commandLanguages.includes(language),
      )
      for (const { language, text, line } of others) {
        expect(['', 'json', 'ini'], `${guide}:${line}`).toContain(language)
        if (language === 'json') expect(() => JSON.parse(text) as unknown).not.toThrow()
        else if (language === 'ini') expect(text).toMatch(/^(?:(?:\[\w+\]|[A-Z]\w+=.+|# .+)?\n)+$/)
        else expect(text).toMatch(/^([A-Z][A-Z0-9_]*=.*\n)+$/)
      }
    }
  })
})

describe('writeScript', () => {
  const part: GuidePart = { guide: 'backup.md', headings: ['With Compose'], place: 'compose' }

  it('keeps the commands as printed', () => {
    const script = writeScript(part, { before: { 'With Compose': 'echo first' } })
    expect(script).toContain(
      'docker compose --file deploy/compose.yaml run --rm admin backup /backups/monday\n',
    )
    expect(script.indexOf('echo first')).toBeLessThan(script.indexOf('docker compose'))
  })

  it('rejects a placeholder that the guide does not contain', () => {
    expect(() => writeScript(part, { values: { 'no such word': '' } })).toThrow('does not contain')
  })
})
