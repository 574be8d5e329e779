import type { ColumnType } from '@inlet/survey-csv'

export const columnTypeLabels: Record<ColumnType, string> = {
  'Single choice': 'Single choice',
  'Multi choice': 'Multiple choice',
  NPS: 'NPS, 0 to 10',
  Ranking: 'Ranking',
  'Open-ended': 'Open answer',
  Name: 'Name',
  Email: 'E-mail',
  Timestamp: 'Time',
  MEDIA_RESPONSE: 'Media file name',
  'Do nothing': 'Do not import',
}

export function confidenceLabel(confidence: number): string {
  if (confidence >= 0.9) return 'High confidence'
  return confidence >= 0.6 ? 'Medium confidence' : 'Low confidence'
}

const delimiters: Record<string, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
}

export const delimiterLabel = (delimiter: string): string => delimiters[delimiter] ?? `“${delimiter}”`
