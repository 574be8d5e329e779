/** What the trash does with each kind of record. Projects are deleted as a whole (delete-project.ts). */
import type { TrashKind } from '@inlet/contract'
import { fileTrash } from '../files/files.public.ts'
import { insightTrash } from '../insights/insights.public.ts'
import { mediaTrash, surveyTrash } from '../surveys/surveys.public.ts'

export type RecordKind = Exclude<TrashKind, 'project'>

/** Kinds of records that belong to a project themselves; media files belong to a survey. */
export const projectRecordTrash = [fileTrash, insightTrash, surveyTrash]

export const recordTrash = { file: fileTrash, insight: insightTrash, survey: surveyTrash, media: mediaTrash }

/** As in paths and names of operations. */
export const pluralOf: Record<RecordKind, string> = {
  file: 'files',
  insight: 'insights',
  survey: 'surveys',
  media: 'media',
}
