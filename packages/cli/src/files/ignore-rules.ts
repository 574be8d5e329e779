/** Applies `.inletignore` files and `--ignore` by the rules of `.gitignore`. The deepest file with a matching rule decides. */
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'

export interface IgnoreRules {
  isIgnored(path: string, isFolder: boolean): boolean
  /** Adds the rules of that folder's own `.inletignore`, if it has one. */
  within(folder: string): Promise<IgnoreRules>
}

interface Layer {
  folder: string
  rules: Ignore
}

export const ignoreFile = '.inletignore'

/** Patterns of the command line apply to each folder that was given. */
export function ignoreRules(folder: string, patterns: readonly string[]): IgnoreRules {
  return layered([{ folder, rules: ignore({ ignorecase: false }).add(patterns) }])
}

/** The last layer is the deepest. */
function layered(layers: readonly Layer[]): IgnoreRules {
  return {
    isIgnored(path, isFolder) {
      for (const { folder, rules } of layers.toReversed()) {
        const below = relative(folder, path).split(sep).join('/')
        const verdict = rules.test(isFolder ? `${below}/` : below)
        if (verdict.ignored || verdict.unignored) return verdict.ignored
      }
      return false
    },
    async within(folder) {
      const text = await readFile(join(folder, ignoreFile), 'utf8').catch(() => undefined)
      if (text === undefined) return this
      return layered([...layers, { folder, rules: ignore({ ignorecase: false }).add(text) }])
    },
  }
}
