import { describe, expect, it } from 'vitest'
import type { LengthCheck } from './part-lengths.ts'
import type { SignPartUrls } from './sign-parts.ts'
import type { SignUpload } from './sign-uploads.ts'
import { createUploadRoutes } from './upload-routes.ts'

const signers = (url: string) => {
  const form: SignUpload = async () => ({ url, fields: {} })
  const parts: SignPartUrls = async () => ({ urls: [url], expiresAt: new Date(0) })
  return { form, parts }
}
const store = signers('store')
const gateway = signers('gateway')

interface Given {
  mode?: 'auto' | 'always'
  hasPolicies?: boolean
  lengths?: LengthCheck['state']
}

async function chosen({ mode, hasPolicies = true, lengths = 'enforced' }: Given) {
  const routes = createUploadRoutes({
    store,
    gateway: mode && { mode, signers: gateway },
    maxFormBytes: 100,
    hasPolicies: async () => hasPolicies,
    lengths: { check: async () => ({ state: lengths, detail: '' }) },
  })
  const nameOf = (one: SignUpload | SignPartUrls) =>
    one === store.form || one === store.parts ? 'store' : 'gateway'
  return {
    form: nameOf(await routes.formSigner(100)),
    largeForm: nameOf(await routes.formSigner(101)),
    parts: nameOf(await routes.partSigner()),
    limitsParts: await routes.limitsParts(),
  }
}

describe('the destination of uploads', () => {
  it('is the store without a gateway, whatever it lacks', async () => {
    for (const lengths of ['enforced', 'ignored', 'unsupported'] as const)
      expect(await chosen({ hasPolicies: false, lengths })).toEqual({
        form: 'store',
        largeForm: 'store',
        parts: 'store',
        limitsParts: lengths === 'enforced',
      })
  })

  it('is the gateway only for forms that the store cannot take, if it enforces policies', async () => {
    expect(await chosen({ mode: 'auto' })).toEqual({
      form: 'store',
      largeForm: 'gateway',
      parts: 'store',
      limitsParts: true,
    })
  })

  it('is the gateway for everything if the store has no policies, or if it is always used', async () => {
    const all = { form: 'gateway', largeForm: 'gateway', parts: 'gateway', limitsParts: true }
    expect(await chosen({ mode: 'auto', hasPolicies: false })).toEqual(all)
    expect(await chosen({ mode: 'always' })).toEqual(all)
    expect(await chosen({ mode: 'always', lengths: 'ignored' })).toEqual(all)
  })

  it('is the gateway for parts whose length the store does not check', async () => {
    expect(await chosen({ mode: 'auto', lengths: 'ignored' })).toMatchObject({
      form: 'store',
      parts: 'gateway',
      limitsParts: true,
    })
    expect(await chosen({ mode: 'auto', lengths: 'unsupported' })).toMatchObject({ limitsParts: false })
  })
})
