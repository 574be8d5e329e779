import { scopes } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { curlLines, describeScopes } from './key-words.ts'

it('scopes are said in words, always in the same order', () => {
  expect(describeScopes(scopes)).toBe('Everything the API offers')
  expect(describeScopes(['survey:write', 'project:read'])).toBe('List projects · Import surveys')
})

it('the lines for the terminal hold the secret only while it is known', () => {
  expect(curlLines('https://inlet.example', 'inlet_id_1')).toContain('client_secret=$CLIENT_SECRET')
  expect(curlLines('https://inlet.example', 'inlet_id_1', 'inlet_sk_2')).toContain('client_secret=inlet_sk_2')
})
