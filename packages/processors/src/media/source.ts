import type { Demuxer } from './demuxer.ts'
import type { Extent } from './limits.ts'

/** The upload as the steps see it. The duration is the best guess before anything was decoded. */
export type Source = Extent & { readonly name: string; readonly demuxer: Demuxer }
