/** The one place that decides whether clients upload to the store or to the gateway. */
import type { GatewaySigners } from './gateway-signatures.ts'
import type { PartLengths } from './part-lengths.ts'
import type { SignPartUrls } from './sign-parts.ts'
import type { SignUpload } from './sign-uploads.ts'

export interface UploadRouteOptions {
  store: { form: SignUpload; parts: SignPartUrls }
  gateway: { mode: 'auto' | 'always'; signers: GatewaySigners } | undefined
  /** The largest form that the store accepts. */
  maxFormBytes: number
  /** Whether the store enforces POST policies. */
  hasPolicies: () => Promise<boolean>
  lengths: PartLengths
}

export interface UploadRoutes {
  /** The signer of forms that may have `maxBytes`. */
  formSigner(maxBytes: number): Promise<SignUpload>
  partSigner(): Promise<SignPartUrls>
  /** Whether something refuses a part of another length than the signed one before `complete` does. */
  limitsParts(): Promise<boolean>
}

export function createUploadRoutes(options: UploadRouteOptions): UploadRoutes {
  const { store, gateway, maxFormBytes, hasPolicies, lengths } = options
  const carriesAll = async () =>
    gateway !== undefined && (gateway.mode === 'always' || !(await hasPolicies()))

  async function lengthState(): Promise<'enforced' | 'by gateway' | 'ignored' | 'unsupported'> {
    const { state } = await lengths.check()
    if (state === 'unsupported') return state
    if (gateway && ((await carriesAll()) || state === 'ignored')) return 'by gateway'
    return state
  }

  return {
    async formSigner(maxBytes) {
      if (gateway && (maxBytes > maxFormBytes || (await carriesAll()))) return gateway.signers.form
      return store.form
    },
    async partSigner() {
      if (!gateway) return store.parts
      return (await lengthState()) === 'by gateway' ? gateway.signers.parts : store.parts
    },
    async limitsParts() {
      return ['enforced', 'by gateway'].includes(await lengthState())
    },
  }
}
