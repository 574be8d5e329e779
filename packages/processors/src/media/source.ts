import type { Demuxer } from './demuxer.ts'
import type { Extent } from './limits.ts'

/** The upload as the steps see it. The duration is an estimate before decoding. */
export type Source = Extent & { readonly name: string; readonly demuxer: Demuxer }
