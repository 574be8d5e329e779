import type { SourceTree } from './source-tree.ts'

export interface Rule {
  /** Completes the sentence that the test title is. */
  title: string
  /** One line for each violation. */
  findViolations: (tree: SourceTree) => string[]
  /** Files that violate the rule: proof that it would be noticed. */
  violation: Readonly<Record<string, string>>
}

export const server = 'packages/server/src'
export const web = 'packages/web/src'

export const featureOf = (path: string): string | undefined => /\/src\/features\/([^/]+)\//.exec(path)?.[1]
