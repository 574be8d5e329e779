import { type Static, Type } from 'typebox'

export const columnTypes = [
  'Name',
  'Email',
  'Timestamp',
  'Open-ended',
  'Single choice',
  'Multi choice',
  'NPS',
  'Ranking',
  'MEDIA_RESPONSE',
  'Do nothing',
] as const
export const ColumnType = Type.Enum(columnTypes)
export type ColumnType = Static<typeof ColumnType>
