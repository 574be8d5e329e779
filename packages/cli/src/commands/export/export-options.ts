import type { ExportContent, ExportFormat } from '@inlet/sdk'
import type { CommonOptions } from '../../context.ts'

export const exportContents = ['originals', 'derived', 'tables'] as const satisfies readonly ExportContent[]

export const exportFormats = ['bundle', 'qdpx'] as const satisfies readonly ExportFormat[]

export interface ExportOptions extends CommonOptions {
  format?: ExportFormat
  contents?: ExportContent[]
}
