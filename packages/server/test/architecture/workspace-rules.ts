/** Rules of the web workspace, and of the areas that its contract, features and screens share. */
import { basename, dirname } from 'node:path'
import { featureOf, type Rule, server, web } from './rule.ts'
import { type Import, listImports, productFiles, productImports, type SourceTree } from './source-tree.ts'

const webImports = (tree: SourceTree): Import[] =>
  productImports(tree).filter(({ from }) => from.startsWith(`${web}/`))

const libraries =
  /^(react|react-dom|get-nonce|pdfjs-dist|@mantine\/(core|hooks)|@tanstack\/react-(query|router|virtual))(\/|$)/
const isKnownImport = (to: string) =>
  to.startsWith('packages/') || to.startsWith('@inlet/') || libraries.test(to)

const screenOf = (path: string) => /\/src\/screens\/([^/]+)\//.exec(path)?.[1]

const importRules: readonly Rule[] = [
  {
    title: 'the workspace imports only types of the import contract',
    findViolations: (tree) =>
      listImports(webImports(tree).filter(({ to, isTypeOnly }) => to === '@inlet/contract' && !isTypeOnly)),
    violation: { [`${web}/api/planted.ts`]: "import { errorCatalogue } from '@inlet/contract'" },
  },
  {
    title: 'the workspace has a stub of every schema function that the contract calls',
    findViolations: ({ files }) => {
      const stubs = files.get(`${web}/api/typebox-stand-in.ts`) ?? ''
      const calls = [...files].flatMap(([path, text]) =>
        path.startsWith('packages/contract/src/')
          ? Array.from(text.matchAll(/\bType\.(\w+)[(<]/g), ([, name]) => ({ path, name: name ?? '' }))
          : [],
      )
      return calls
        .filter(({ name }) => !stubs.includes(`\n  ${name}: `))
        .map(({ path, name }) => `${path}: Type.${name}`)
    },
    violation: { 'packages/contract/src/planted.ts': 'export const Planted = Type.Uint8Array({})' },
  },
  {
    title: 'the workspace uses only libraries that were decided on',
    findViolations: (tree) =>
      listImports(webImports(tree).filter(({ to, isTypeOnly }) => !isKnownImport(to) && !isTypeOnly)),
    violation: { [`${web}/ui/planted.ts`]: "import { debounce } from 'lodash'" },
  },
  {
    title: 'components in ui import no screens, uploads or changes',
    findViolations: (tree) =>
      listImports(
        webImports(tree).filter(
          ({ from, to }) =>
            from.startsWith(`${web}/ui/`) && /^packages\/web\/src\/(app|changes|screens|uploads)\//.test(to),
        ),
      ),
    violation: { [`${web}/ui/planted.tsx`]: "import { Team } from '../screens/team/Team.tsx'" },
  },
  {
    title: 'only app imports screens',
    findViolations: (tree) =>
      listImports(
        webImports(tree).filter(
          ({ from, to }) =>
            !/^packages\/web\/src\/(app|screens)\//.test(from) && to.startsWith(`${web}/screens/`),
        ),
      ),
    violation: { [`${web}/uploads/planted.ts`]: "import { Team } from '../screens/team/Team.tsx'" },
  },
  {
    title: 'screens and components do not import from app',
    findViolations: (tree) =>
      listImports(
        webImports(tree).filter(
          ({ from, to }) =>
            !from.startsWith(`${web}/app/`) && to.startsWith(`${web}/app/`) && from !== `${web}/main.tsx`,
        ),
      ),
    violation: { [`${web}/screens/team/planted.ts`]: "import type { Router } from '../../app/router.ts'" },
  },
  {
    title: 'screens do not import each other',
    findViolations: (tree) =>
      listImports(
        webImports(tree).filter((edge) => {
          const [from, to] = [screenOf(edge.from), screenOf(edge.to)]
          return from !== undefined && to !== undefined && from !== to && !edge.to.endsWith('Browser.tsx')
        }),
      ),
    violation: { [`${web}/screens/team/planted.ts`]: "import { Keys } from '../keys/Keys.tsx'" },
  },
]

const contractFolder = 'packages/contract/src/workspace'
const sharedFiles = ['errors', 'index', 'paging', 'route', 'shapes', 'upload-routes']
/** URLs whose area has another name, and files or features that share an area. */
const areaOfUrl: Record<string, string> = { session: 'sign-in', invitation: 'sign-in' }
const areaOfFile: Record<string, string> = {
  'survey-charts': 'surveys',
  'survey-results': 'surveys',
  'managed-imports': 'imports',
  'managed-projects': 'projects',
  'recording-edits': 'recordings',
  'import-mail': 'sign-in',
}
/** Areas without a screen: requests of the browser itself, uploads, which every screen accepts, and exports, which are in the settings of a project. */
const areasWithoutScreen = ['content', 'exports', 'files', 'insights']

const areaOf = (name: string) => areaOfFile[name] ?? name
const contractFiles = ({ files }: SourceTree) =>
  [...files].filter(
    ([path]) => dirname(path) === contractFolder && !sharedFiles.includes(basename(path, '.ts')),
  )
export const areasOf = (tree: SourceTree): Set<string> =>
  new Set(contractFiles(tree).map(([path]) => areaOf(basename(path, '.ts'))))

const listDifferences = (
  expected: ReadonlySet<string>,
  found: ReadonlySet<string>,
  kind: string,
): string[] => [
  ...[...expected.difference(found)].map((area) => `${area} has no ${kind}`),
  ...[...found.difference(expected)].map((area) => `the ${kind} ${area} has no area`),
]

const plantedArea = { [`${contractFolder}/planted.ts`]: "  path: '/planted/{key}'," }

const areaRules: readonly Rule[] = [
  {
    title: 'areas of the workspace are named by the first segment of their URLs',
    findViolations: (tree) =>
      contractFiles(tree).flatMap(([path, text]) => {
        const area = areaOf(basename(path, '.ts'))
        const segments = [...text.matchAll(/^ {2}path: '\/([^/'{]+)/gm)].map(([, segment = '']) => segment)
        if (segments.length === 0) return [`${path} has no route`]
        return segments
          .filter((segment) => (areaOfUrl[segment] ?? segment) !== area)
          .map((segment) => `${path}: ${segment}`)
      }),
    violation: { [`${contractFolder}/planted.ts`]: "  path: '/elsewhere/{key}'," },
  },
  {
    title: 'areas of the workspace are served by the feature of the same name',
    findViolations: (tree) => {
      const routeFiles = productFiles(tree, `${server}/features/`, /'@inlet\/contract\/workspace'/)
      const served = routeFiles
        .filter((path) => path.endsWith('.routes.ts'))
        .map((path) => areaOf(featureOf(path) ?? ''))
      return listDifferences(areasOf(tree), new Set(served), 'feature')
    },
    violation: plantedArea,
  },
  {
    title: 'areas of the workspace have a screen of the same name',
    findViolations: (tree) => {
      const screens = productFiles(tree, `${web}/screens/`).flatMap((path) => screenOf(path) ?? [])
      const changes = productFiles(tree, `${web}/changes/`).length > 0 ? ['changes'] : []
      const shown = new Set([...screens.map(areaOf), ...changes, ...areasWithoutScreen])
      return listDifferences(areasOf(tree), shown, 'screen')
    },
    violation: plantedArea,
  },
]

export const workspaceRules: readonly Rule[] = [...importRules, ...areaRules]
