import type { CommonOptions } from '../../context.ts'

export const getFormats = ['txt', 'vtt', 'srt', 'json', 'csv', 'ndjson', 'urls'] as const
export type GetFormat = (typeof getFormats)[number]

export interface GetOptions extends CommonOptions {
  format?: GetFormat
  output?: string
}
