/** Checks the rules of ARCHITECTURE.md. Each rule is also run on a planted violation, which it must report. */
import { describe, expect, it } from 'vitest'
import { packageRules } from './architecture/package-rules.ts'
import { server, web } from './architecture/rule.ts'
import { serverRules } from './architecture/server-rules.ts'
import { productFiles, readSourceTree, withFiles } from './architecture/source-tree.ts'
import { areasOf, workspaceRules } from './architecture/workspace-rules.ts'

const tree = readSourceTree(['packages', 'acceptance', 'bench'])

it('reads the files and imports that the rules check', () => {
  expect(productFiles(tree, server).length).toBeGreaterThan(100)
  expect(productFiles(tree, web).length).toBeGreaterThan(100)
  expect(tree.imports.filter(({ to }) => to.startsWith(server)).length).toBeGreaterThan(100)
  expect(tree.imports.filter(({ to }) => to.endsWith('.tsx')).length).toBeGreaterThan(100)
  expect(areasOf(tree).size).toBe(18)
})

describe.each([...packageRules, ...workspaceRules, ...serverRules])(
  '$title',
  ({ findViolations, violation }) => {
    it('holds', () => {
      expect(findViolations(tree)).toEqual([])
    })

    it('reports a planted violation', () => {
      expect(findViolations(withFiles(tree, violation))).not.toEqual([])
    })
  },
)
