import * as imports from '@inlet/contract'
import * as workspace from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { importContract } from './http.ts'
import { workspaceContract } from './workspace.ts'

function operationsOf(contract: object): string[] {
  const routes = Object.values(contract).filter(
    (value: unknown): value is imports.Route =>
      typeof value === 'object' && value !== null && 'operationId' in value,
  )
  return routes.map(({ operationId }) => operationId).sort()
}

it.each([
  ['import API', imports, importContract],
  ['workspace', workspace, workspaceContract],
])('every operation of the %s is served', (_, contract, served) => {
  expect(served.map(({ operationId }) => operationId).sort()).toEqual(operationsOf(contract))
})
