/**
 * Which answers a change makes old, by operation id. A screen that shows something live adds its operation to
 * the kinds it shows.
 */
import type { Change } from '@inlet/contract/workspace'

const importLists = ['imports.list', 'imports.count', 'materials.list', 'projects.list', 'projects.get']

export const outdatedBy: Record<Change['kind'], readonly string[]> = {
  file: importLists,
  insight: importLists,
  survey: [...importLists, 'surveys.upload'],
  project: ['projects.list', 'projects.get'],
  participant: ['participants.list', 'participants.get'],
  api_key: ['keys.list'],
  member: ['team.listMembers'],
  team: ['team.get'],
  media: ['surveys.listMedia', 'surveys.getResponse', 'surveys.getRespondent'],
}

/** Answers about one thing, by the parameter that names it: only that of the thing that changed is read again. */
export const openedThings: readonly {
  operationId: string
  param: string
  kinds: readonly Change['kind'][]
}[] = [
  { operationId: 'documents.get', param: 'key', kinds: ['file', 'insight'] },
  { operationId: 'images.get', param: 'wav_key', kinds: ['file'] },
  { operationId: 'recordings.get', param: 'key', kinds: ['file', 'media'] },
  { operationId: 'surveys.get', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.getOverview', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.listResponses', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.listNotes', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.listRespondents', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.listMedia', param: 'upload_key', kinds: ['survey'] },
]

/** What is read again every 15 s while the stream is lost. */
export const liveOperations: readonly string[] = [
  ...new Set(Object.values(outdatedBy).flat()),
  ...openedThings.map(({ operationId }) => operationId),
  'imports.get',
]
