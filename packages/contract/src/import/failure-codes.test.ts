import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { getFile, getInsight } from '../index.ts'
import { failureCodes, mediaFailureCodes, surveyFailureCodes } from './failure-codes.ts'

const contract = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8')
const listed = Array.from(contract.matchAll(/^\| `([a-z_]+)` +\| /gm), ([, code]) => code)

it('every failure code is in a table of docs/contract.md', () => {
  for (const codes of [failureCodes, surveyFailureCodes, mediaFailureCodes])
    expect(listed).toEqual(expect.arrayContaining(Object.keys(codes)))
})

it('every failure code of a file or insight is in the OpenAPI description', () => {
  for (const code of Object.keys(failureCodes))
    for (const route of [getFile, getInsight])
      expect(JSON.stringify(route.responses[200].properties.error_code)).toContain(`\`${code}\``)
})
