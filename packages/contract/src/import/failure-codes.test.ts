import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { getFile, getInsight } from '../index.ts'
import { failureCodes } from './failure-codes.ts'

const contract = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8')

it('every failure code is in the table of docs/contract.md and in the OpenAPI description', () => {
  const listed = Array.from(contract.matchAll(/^\| `([a-z_]+)` +\| /gm), ([, code]) => code)
  for (const code of Object.keys(failureCodes)) {
    expect(listed).toContain(code)
    for (const route of [getFile, getInsight])
      expect(JSON.stringify(route.responses[200].properties.error_code)).toContain(`\`${code}\``)
  }
})
