/** Which packages and modules may import which. */
import type { Rule } from './rule.ts'
import { server, web } from './rule.ts'
import { findCycle, listImports, productImports } from './source-tree.ts'

const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? path.split('/')[0] ?? ''
const targetPackage = (to: string) =>
  /^@inlet\/([^/]+)/.exec(to)?.[1] ?? (to.startsWith('packages/') ? packageOf(to) : undefined)

const dependencies: Record<string, string[]> = {
  contract: [],
  'refi-qda': [],
  'survey-csv': [],
  transcripts: [],
  processors: ['transcripts'],
  'api-reference': ['contract'],
  server: ['contract', 'api-reference', 'refi-qda', 'survey-csv', 'transcripts', 'processors'],
  sdk: ['contract', 'survey-csv'],
  cli: ['sdk', 'contract', 'survey-csv', 'transcripts'],
  web: ['contract', 'sdk', 'survey-csv', 'transcripts'],
  acceptance: ['sdk', 'contract', 'survey-csv'],
  bench: ['contract', 'survey-csv', 'transcripts', 'processors', 'server', 'sdk', 'cli'],
}

const browserCode = /^packages\/(contract|survey-csv|transcripts|sdk|web\/src)\//

export const packageRules: readonly Rule[] = [
  {
    title: 'packages import only their declared dependencies',
    findViolations: ({ imports }) =>
      listImports(
        imports.filter((edge) => {
          const [from, to] = [packageOf(edge.from), targetPackage(edge.to)]
          return to !== undefined && to !== from && !dependencies[from]?.includes(to)
        }),
      ),
    violation: { 'packages/sdk/src/planted.ts': "import { migrate } from '@inlet/server'" },
  },
  {
    title: 'only handlers of the worker import processors',
    findViolations: (tree) =>
      listImports(
        productImports(tree).filter(
          ({ from, to, isTypeOnly }) =>
            from.startsWith(server) &&
            to === '@inlet/processors' &&
            !from.endsWith('.handler.ts') &&
            !isTypeOnly,
        ),
      ),
    violation: { [`${server}/features/files/planted.ts`]: "import { run } from '@inlet/processors'" },
  },
  {
    title: 'code that runs in browsers imports no Node modules',
    findViolations: (tree) =>
      listImports(
        productImports(tree).filter(
          ({ from, to }) =>
            browserCode.test(from) && from !== 'packages/sdk/src/node.ts' && to.startsWith('node:'),
        ),
      ),
    violation: { [`${web}/ui/planted.ts`]: "import { join } from 'node:path'" },
  },
  {
    title: 'modules have no import cycles, including imports of types and components',
    findViolations: ({ imports }) =>
      findCycle(imports.filter(({ to }) => /\.tsx?$/.test(to)).map(({ from, to }) => [from, to])) ?? [],
    violation: { [`${web}/ui/Icon.tsx`]: "import type { Routes } from '../app/routes.tsx'" },
  },
]
