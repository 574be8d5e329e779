/** What can be included in an export, as it is shown. */
import type { ExportContent, WorkspaceExport } from '@inlet/contract/workspace'

export type ExportChoice = ExportContent | 'people'

export const allContents: readonly ExportContent[] = ['originals', 'derived', 'tables']

export const choices: readonly { value: ExportChoice; label: string; description: string }[] = [
  {
    value: 'originals',
    label: 'Original files',
    description: 'As they were uploaded. Originals of protected recordings are never included.',
  },
  {
    value: 'derived',
    label: 'Files for viewing and playback',
    description: 'PDF pages, converted recordings and previews.',
  },
  { value: 'tables', label: 'Survey tables', description: 'Each survey as CSV and SPSS (.sav).' },
  {
    value: 'people',
    label: 'Names and e-mail addresses',
    description: 'Participants and respondents, and the uploaded files of surveys, which contain them.',
  },
]

/** `Original files, survey tables`; without choices only what every export has. */
export function describeContents({
  contents,
  has_people: hasPeople,
}: Pick<WorkspaceExport, 'contents' | 'has_people'>): string {
  const labels = choices
    .filter(({ value }) => (value === 'people' ? hasPeople : contents.includes(value)))
    .map(({ label }, i) => (i === 0 ? label : label.toLowerCase()))
  return labels.length > 0 ? labels.join(', ') : 'Texts, transcripts and responses only'
}
