/**
 * Which queries a change invalidates, by operation id. A screen with live data adds its operation to the kinds it
 * shows.
 */
import type { Change } from '@inlet/contract/workspace'

const importLists = [
  'imports.list',
  'imports.count',
  'imports.listMaterials',
  'imports.listImporters',
  'projects.list',
  'projects.get',
  'trash.list',
]

export const listsChangedBy: Record<Change['kind'], readonly string[]> = {
  file: importLists,
  insight: importLists,
  survey: [...importLists, 'surveys.upload'],
  project: ['projects.list', 'projects.get', 'projects.listArchived', 'trash.list'],
  participant: ['participants.list', 'participants.get'],
  // Revoking a key disables its webhooks.
  api_key: ['keys.list', 'webhooks.list'],
  member: ['team.listMembers'],
  team: ['team.get'],
  media: ['surveys.get', 'surveys.listMedia', 'surveys.getResponse', 'surveys.getRespondent', 'trash.list'],
}

/**
 * Queries for a single item, with the parameter that identifies it. Only the query of the changed item is
 * invalidated.
 */
export const itemQueries: readonly {
  operationId: string
  param: string
  kinds: readonly Change['kind'][]
}[] = [
  { operationId: 'documents.get', param: 'key', kinds: ['file', 'insight'] },
  { operationId: 'documents.getImage', param: 'wav_key', kinds: ['file'] },
  { operationId: 'projects.getSettings', param: 'project_id', kinds: ['project'] },
  { operationId: 'recordings.get', param: 'key', kinds: ['file', 'media'] },
  { operationId: 'recordings.listTranscriptChanges', param: 'key', kinds: ['file', 'media'] },
  { operationId: 'surveys.get', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.getOverview', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.getCrossTabulation', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.listResponses', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.listNotes', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.listRespondents', param: 'upload_key', kinds: ['survey'] },
  { operationId: 'surveys.listMedia', param: 'upload_key', kinds: ['survey'] },
]

/** Operations polled every 15 s while the stream is lost. */
export const liveOperations: readonly string[] = [
  ...new Set(Object.values(listsChangedBy).flat()),
  ...itemQueries.map(({ operationId }) => operationId),
  'imports.get',
]
