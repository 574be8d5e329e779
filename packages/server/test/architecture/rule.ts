import type { SourceTree } from './source-tree.ts'

export interface Rule {
  /** The test title, a full sentence. */
  title: string
  /** One line for each violation. */
  findViolations: (tree: SourceTree) => string[]
  /** Files that violate the rule; the test checks that the rule reports them. */
  violation: Readonly<Record<string, string>>
}

export const server = 'packages/server/src'
export const web = 'packages/web/src'

export const featureOf = (path: string): string | undefined => /\/src\/features\/([^/]+)\//.exec(path)?.[1]
