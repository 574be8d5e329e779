/** Writes licences.txt with the license of every bundled package, and fails on licenses that we cannot comply with. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const accepted = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'OFL-1.1'])

interface Package {
  name: string
  version: string
  license?: string
}

export function licences(): Plugin {
  const folders = new Set<string>()
  return {
    name: 'inlet-licences',
    apply: 'build',
    load(id) {
      const folder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1]
      if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder)
    },
    generateBundle() {
      // Fonts are not modules, so the bundler does not report them.
      const all = new Set([
        ...folders,
        join(import.meta.dirname, '../../../node_modules/@fontsource-variable/inter'),
      ])
      const texts = [...all].sort().map(describe)
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: texts.join(`\n${'-'.repeat(80)}\n\n`),
      })
    },
  }
}

function describe(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  if (!accepted.has(about.license ?? ''))
    throw new Error(
      `${about.name} is under ${about.license ?? 'no stated terms'}, which is not on the list of accepted licences.`,
    )
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  const terms = file ? readFileSync(join(folder, file), 'utf8') : `Licence: ${about.license}\n`
  return `${about.name} ${about.version} (${about.license})\n\n${terms}`
}
