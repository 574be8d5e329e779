/**
 * The shared samples, if they exist next to the repository. Every test that uses them has a counterpart that does not
 * need them.
 */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../shared/samples', import.meta.url))

export const hasSamples = existsSync(folder)

export function samplePath(...names: string[]): string {
  return join(folder, ...names)
}

export function samplesIn(name: string): string[] {
  return hasSamples ? readdirSync(join(folder, name)).sort() : []
}
