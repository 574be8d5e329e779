import type { KeyPrincipal } from '../../../platform/auth/principal.ts'
import type { BundleImport } from '../bundle-import.ts'

/** What the steps of the import of a REFI-QDA project share. */
export interface QdpxImport extends BundleImport {
  key: KeyPrincipal
  /** On the local disk. */
  dir: string
  onFraction: (fraction: number) => void
}
