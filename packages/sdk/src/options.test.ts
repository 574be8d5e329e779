import { expect, it } from 'vitest'
import { Inlet } from './inlet.ts'
import type { InletOptions } from './options.ts'

it('lists everything that is wrong with the options', () => {
  const options = {
    baseUrl: 'inlet.example',
    clientId: '',
    clientSecret: '',
    maxRetries: -1,
    maxUploads: 0,
    callBudget: { pollShare: 0 },
  }
  expect(() => new Inlet(options)).toThrow(
    /baseUrl must be .*; clientId is missing; clientSecret is missing; maxRetries .*; maxUploads .*; callBudget.pollShare/,
  )
})

it('accepts a key or a function for tokens', () => {
  const good: InletOptions[] = [
    { baseUrl: 'https://inlet.example/', clientId: 'a', clientSecret: 'b', maxRetries: 0 },
    { baseUrl: 'http://localhost:8080', accessToken: () => 'token' },
  ]
  for (const options of good) expect(new Inlet(options).files).toBeDefined()
})
