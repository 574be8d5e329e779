/** The supported encodings, named as in `TextDecoder`. */
export type SurveyEncoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'shift_jis'
  | 'gb18030'
  | 'euc-kr'
  | 'windows-1251'
  | 'windows-1252'
  | 'macintosh'
