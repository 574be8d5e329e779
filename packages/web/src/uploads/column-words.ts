import type { ColumnType } from '@inlet/survey-csv'

export const columnWords: Record<ColumnType, string> = {
  'Single choice': 'Single choice',
  'Multi choice': 'Multiple choice',
  NPS: 'NPS, 0 to 10',
  Ranking: 'Ranking',
  'Open-ended': 'Open answer',
  Name: 'Name',
  Email: 'E-mail',
  Timestamp: 'Time',
  MEDIA_RESPONSE: 'Media file name',
  'Do nothing': 'Leave out',
}

export function confidenceWord(confidence: number): string {
  if (confidence >= 0.9) return 'Sure'
  return confidence >= 0.6 ? 'Likely' : 'A guess'
}

const delimiters: Record<string, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
}

export const delimiterWord = (delimiter: string): string => delimiters[delimiter] ?? `“${delimiter}”`
