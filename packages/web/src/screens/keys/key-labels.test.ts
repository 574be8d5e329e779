import { importScopes, scopes } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { curlLines, describeScopes } from './key-labels.ts'

it('describes scopes, always in the same order', () => {
  expect(describeScopes(scopes)).toBe('Full access')
  expect(describeScopes(importScopes)).toBe('All imports')
  expect(describeScopes(['webhook:write', ...importScopes])).toBe('All imports · Manage webhooks')
  expect(describeScopes(['survey:write', 'project:read'])).toBe('List projects · Import surveys')
})

it('includes the secret in curl commands only while it is known', () => {
  expect(curlLines('https://inlet.example', 'inlet_id_1')).toContain('client_secret=$CLIENT_SECRET')
  expect(curlLines('https://inlet.example', 'inlet_id_1', 'inlet_sk_2')).toContain('client_secret=inlet_sk_2')
})
