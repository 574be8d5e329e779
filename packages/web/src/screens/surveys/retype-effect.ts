/** Explains the effect of changing a column type. */
import type { SurveyColumn } from '@inlet/contract/workspace'

type ColumnType = SurveyColumn['type']

const always =
  'All responses are processed again, which takes about as long as the import. Until then, this column has no answers; everything else stays available.'

export function retypeEffect(from: ColumnType, to: ColumnType): string {
  const changes = [
    (from === 'Email' || to === 'Email') &&
      'Responses with the same e-mail address belong to one person, so people and participants change.',
    from !== 'Email' && to !== 'Email' && (from === 'Name' || to === 'Name') && 'The names of people change.',
    (from === 'Timestamp' || to === 'Timestamp') && 'The order of responses changes.',
    to === 'MEDIA_RESPONSE' && 'Media files named in this column are matched to their responses.',
    from === 'MEDIA_RESPONSE' && 'Media files that are already matched stay matched.',
    to === 'Do nothing' && 'The answers are no longer shown. Change the type again to restore them.',
  ]
  return [always, ...changes.filter((text) => text !== false)].join(' ')
}
