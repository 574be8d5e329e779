import type { CommonOptions } from '../../context.ts'

export interface ImportBundleOptions extends CommonOptions {
  name?: string | undefined
}
