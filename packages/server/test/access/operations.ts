/**
 * Every operation of both APIs: which records the access matrix calls it with, and who may use it. A route without an
 * entry here fails the matrix.
 */

import type { Route } from '@inlet/contract'
import * as importContract from '@inlet/contract'
import * as workspaceContract from '@inlet/contract/workspace'
import type { Surface } from './people.ts'
import type { Kind, Target } from './world.ts'

export interface Operation {
  /** Records it is called with, one cell per record and credential. None: it is called once per credential. */
  of?: readonly Kind[]
  /** Records that its response lists; each must be visible to exactly those who may see it. */
  lists?: readonly Kind[]
  /** The response depends on a search word and is empty without a match: called once per record. */
  finds?: readonly Kind[]
  query?: (target: Target | undefined) => Record<string, string>
  body?: (target: Target | undefined) => object
  /** Who may use it: by default signed-in users, or everyone, admins, operators. */
  for?: 'everyone' | 'admins' | 'operators'
  /** Viewers may use it although it changes something. */
  isForViewers?: true
  /** Viewers may not use it although it changes nothing. */
  isForEditors?: true
  /** The response shows the original of a recording unless it is protected. */
  showsOriginal?: true
  /** The outcome is that of the only item. */
  isBatch?: true
  /** Also for imports that were only initialized. */
  isForPending?: true
  /** Sent with a condition that no record meets, because one caller would delete it for the others. */
  isConditional?: true
  /** For the owner of the project and team admins, with a personal key. */
  isForManagers?: true
  /** Ends the session that calls it. */
  endsSession?: true
}

const projectBody = (extra: object) => (target: Target | undefined) => ({
  project_id: Number(target?.params['project_id'] ?? 0),
  ...extra,
})
const survey = projectBody({ name: 'a', file_type: 'CSV', num_parts: 1 })
const files: readonly Kind[] = ['document', 'image', 'recording']
const texts: readonly Kind[] = ['insight', 'document']
const recordings: readonly Kind[] = ['recording', 'media']
const parts = () => ({ part_numbers: [1] })
const form = () => ({ upload_type: 'form' })
const batchItem = (target: Target | undefined) => {
  const { insight_key, wav_key, upload_key } = target?.params ?? {}
  const kind = insight_key ? 'insight' : wav_key ? 'file' : 'survey'
  return { items: [{ kind, key: insight_key ?? wav_key ?? upload_key }] }
}
const words = (target: Target | undefined) => ({ q: target?.token ?? 'nothing' })
let counter = 0

const importOperations: Record<string, Operation> = {
  'token.issue': { for: 'everyone' },
  'projects.list': { lists: ['project'] },
  'projects.create': { body: () => ({ name: 'Made by the matrix', project_share_preference: 1 }) },
  'insights.list': { lists: ['insight'] },
  'insights.initialize': { of: ['project'], body: projectBody({ filename: 'a.pdf' }) },
  'insights.complete': { of: ['insight'], body: () => ({ should_publish: true }) },
  'insights.status': { of: ['insight'] },
  'insights.getUpload': { of: ['insight'] },
  'insights.startUpload': { of: ['insight'], body: form },
  'insights.signUploadParts': { of: ['insight'], body: parts },
  'insights.discardUpload': { of: ['insight'] },
  'files.list': { lists: files },
  'files.initialize': { of: ['project'], body: projectBody({ file_name: 'a.pdf' }) },
  'files.complete': { of: files },
  'files.status': { of: files, showsOriginal: true },
  'files.getUpload': { of: files },
  'files.startUpload': { of: files, body: form },
  'files.signUploadParts': { of: files, body: parts },
  'files.discardUpload': { of: files },
  'surveys.list': { lists: ['survey'] },
  'surveys.initialize': { of: ['project'], body: survey },
  'surveys.complete': { of: ['survey'] },
  'surveys.status': { of: ['survey'] },
  'surveys.retryPart': { of: ['survey'] },
  'surveys.withdrawPart': { of: ['survey'] },
  'surveys.retypeColumn': { of: ['survey'], body: () => ({ type: 'NPS' }) },
  'surveys.registerMedia': { of: ['survey'], body: () => ({ files: ['b.mp4'] }) },
  'surveys.retryMedia': { of: ['survey'] },
  'surveys.withdrawMedia': { of: ['survey'] },
  'surveys.getMediaUpload': { of: ['survey'] },
  'surveys.startMediaUpload': { of: ['survey'], body: form },
  'surveys.signMediaUploadParts': { of: ['survey'], body: parts },
  'surveys.discardMediaUpload': { of: ['survey'] },
  'surveys.append': { of: ['survey'], body: () => ({ num_parts: 1 }) },
  'batches.initialize': {
    of: ['project'],
    isBatch: true,
    body: (target) => ({ items: [{ kind: 'file', ...projectBody({ file_name: 'a.pdf' })(target) }] }),
  },
  'batches.complete': { of: ['insight', ...files, 'survey'], isBatch: true, body: batchItem },
  'batches.status': { of: ['insight', ...files, 'survey'], isBatch: true, body: batchItem },
  'bundles.initialize': { body: () => ({ num_volumes: 1 }) },
  'bundles.complete': { of: ['bundle'] },
  'bundles.status': { of: ['bundle'] },
  'bundles.getVolumeUpload': { of: ['bundle'] },
  'bundles.startVolumeUpload': { of: ['bundle'], body: form },
  'bundles.signVolumeUploadParts': { of: ['bundle'], body: parts },
  'bundles.discardVolumeUpload': { of: ['bundle'] },
  'projects.listManaged': { lists: ['project'] },
  'projects.get': { of: ['project'] },
  'projects.update': { of: ['project'], body: () => ({ disable_search_ask_ai: false }) },
  'insights.update': { of: ['insight'], body: () => ({ external_id: 'matrix' }) },
  'files.update': { of: files, body: () => ({ external_id: 'matrix' }) },
  'surveys.update': { of: ['survey'], body: () => ({ external_id: 'matrix' }) },
  'trash.list': {},
  'projects.delete': { of: ['project'], isForManagers: true, isConditional: true },
  'projects.restore': { of: ['project'] },
  'insights.delete': { of: ['insight'], isConditional: true },
  'insights.restore': { of: ['insight'] },
  'files.delete': { of: files, isConditional: true },
  'files.restore': { of: files },
  'surveys.delete': { of: ['survey'], isConditional: true },
  'surveys.restore': { of: ['survey'] },
  'media.delete': { of: ['media'], isConditional: true },
  'media.restore': { of: ['media'] },
  'respondents.erase': { for: 'admins', body: () => ({ email: 'nobody-of-the-matrix@example.org' }) },
  'erasures.get': { for: 'admins' },
  // The events of each record have cells of their own: see events.ts.
  'events.list': {},
  'webhooks.create': { body: () => ({ url: 'https://example.org/hook' }) },
  'webhooks.list': { lists: ['webhook'] },
  'webhooks.get': { of: ['webhook'] },
  'webhooks.update': { of: ['webhook'], body: () => ({ types: ['file.*'] }) },
  'webhooks.rotate': { of: ['webhook'], body: () => ({}) },
  'webhooks.test': { of: ['webhook'] },
  'webhooks.listDeliveries': { of: ['webhook'] },
  'webhooks.redeliver': { of: ['webhook'] },
  'webhooks.redeliverSince': { of: ['webhook'], body: () => ({ since: '2026-01-01T00:00:00Z' }) },
  'webhooks.delete': { of: ['webhook'] },
  'exports.create': { of: ['project'], body: () => ({ contents: [] }) },
  'exports.list': { lists: ['export'] },
  'exports.get': { of: ['export'] },
  'exports.delete': { of: ['export'] },
  'insights.get': { of: ['insight'] },
  'insights.pages': { of: ['insight'] },
  'insights.text': { of: ['insight'] },
  'insights.urls': { of: ['insight'] },
  'files.get': { of: files },
  'files.transcript': { of: ['recording'] },
  'files.pages': { of: ['document', 'image'] },
  'files.text': { of: ['document', 'image'] },
  'files.urls': { of: files, showsOriginal: true },
  'surveys.get': { of: ['survey'] },
  'surveys.columns': { of: ['survey'] },
  'surveys.responses': { of: ['survey'] },
  'surveys.results': { of: ['survey'] },
  'surveys.respondents': { of: ['survey'] },
  'surveys.media': { of: ['survey'] },
  'media.get': { of: ['media'] },
  'media.transcript': { of: ['media'] },
  'media.urls': { of: ['media'] },
  'participants.list': { lists: ['participant'] },
  'participants.get': { of: ['participant'] },
}

const workspaceOperations: Record<string, Operation> = {
  'signIn.options': { for: 'everyone' },
  'signIn.password': { for: 'everyone' },
  'signIn.requestPasswordReset': { for: 'everyone', body: () => ({ email: 'nobody@example.org' }) },
  'signIn.readInvitation': { for: 'everyone' },
  'signIn.acceptInvitation': { for: 'everyone' },
  'signIn.getSession': {},
  'signIn.endSession': { isForViewers: true, endsSession: true },
  'signIn.getImportMail': {},
  'signIn.setImportMail': { isForViewers: true, body: () => ({ choice: 'failed' }) },
  'signIn.changePassword': {
    isForViewers: true,
    body: () => ({ current_password: 'not the right one', new_password: 'a new one that is long enough' }),
  },
  'projects.list': { lists: ['project'] },
  'projects.get': { of: ['project'] },
  'projects.getSettings': { of: ['project'] },
  'projects.listArchived': {},
  'projects.update': { of: ['project'], body: () => ({ disable_search_ask_ai: false }) },
  'projects.restore': { of: ['project'] },
  'projects.delete': { of: ['project'], isForManagers: true, isConditional: true },
  'projects.create': { body: () => ({ name: 'Made by the matrix', project_share_preference: 1 }) },
  'exports.list': {
    of: ['project'],
    isForManagers: true,
    query: (target) => ({ project_id: target?.params['project_id'] ?? '0' }),
  },
  'exports.create': {
    of: ['project'],
    isForManagers: true,
    body: projectBody({ contents: [], has_people: false }),
  },
  'exports.download': { of: ['own export'], isForManagers: true },
  'exports.delete': { of: ['own export'] },
  'imports.listMaterials': {
    of: ['project'],
    query: (target) => ({ project_id: target?.params['project_id'] ?? '0' }),
  },
  'imports.listImporters': {
    of: ['project'],
    query: (target) => ({ project_id: target?.params['project_id'] ?? '0' }),
  },
  'imports.list': { lists: [...texts, 'image', 'recording', 'survey'] },
  'imports.count': {},
  // Who is told about which content: see duplicates.integration.test.ts.
  'imports.findDuplicates': { body: () => ({ files: [{ size_bytes: 1 }] }) },
  'imports.getRecord': { of: [...texts, 'image', 'recording', 'survey'], isForPending: true },
  'imports.update': {
    of: [...texts, 'image', 'recording', 'survey'],
    body: () => ({}),
  },
  'imports.restore': { of: [...texts, 'image', 'recording', 'survey'] },
  'imports.delete': { of: [...texts, 'image', 'recording', 'survey'], isConditional: true },
  'imports.deleteMedia': { of: ['media'], isConditional: true },
  'imports.restoreMedia': { of: ['media'] },
  'trash.list': {},
  'imports.get': { of: [...texts, 'image', 'recording', 'survey'], showsOriginal: true },
  // Announcements have cells of their own: see changes.ts.
  'changes.stream': {},
  'content.get': { of: [...texts, 'image', ...recordings] },
  'documents.get': { of: texts },
  'documents.listPages': { of: texts },
  'documents.search': { of: texts, query: words },
  'documents.getImage': { of: ['image'] },
  'recordings.get': { of: recordings, showsOriginal: true },
  'recordings.getTranscript': { of: recordings },
  'recordings.getCaptions': { of: recordings },
  'recordings.exportTranscript': { of: recordings },
  'recordings.assignSpeakers': {
    of: recordings,
    body: () => ({ lines: [{ first: 0, last: 0, name: 'Nia' }] }),
  },
  'recordings.suggestSpeakers': { of: recordings },
  'recordings.editTranscript': {
    of: recordings,
    body: () => ({ lines: [{ number: 0, version: 2_000_000_000, text: 'Changed by the matrix' }] }),
  },
  'recordings.replaceInTranscript': {
    of: recordings,
    body: () => ({ find: 'in no transcript', replacement: 'x' }),
  },
  'recordings.listTranscriptChanges': { of: recordings, isForEditors: true },
  'recordings.revertTranscript': { of: recordings, body: () => ({ version: 1 }) },
  'recordings.restoreTranscript': { of: recordings, body: () => ({ version: 0, seen_version: 0 }) },
  'recordings.retry': { of: recordings },
  'recordings.transcribeAgain': { of: recordings, body: () => ({ language: 'en-US' }) },
  'recordings.cancelTranscription': { of: recordings },
  'surveys.get': { of: ['survey'] },
  'surveys.getOverview': { of: ['survey'] },
  'surveys.getCrossTabulation': { of: ['survey'], query: () => ({ rows: '2', columns: '4' }) },
  'surveys.listResponses': { of: ['survey'] },
  'surveys.getResponse': { of: ['survey'] },
  'surveys.listRespondents': { of: ['survey'] },
  'surveys.getRespondent': { of: ['survey'] },
  'surveys.listNotes': { of: ['survey'] },
  'surveys.listMedia': { of: ['survey'] },
  'surveys.export': { of: ['survey'] },
  'surveys.exportWorkbook': { of: ['survey'] },
  'surveys.upload': { of: ['survey'] },
  'surveys.append': { of: ['survey'], body: () => ({ num_parts: 1 }) },
  'surveys.registerMedia': { of: ['survey'], body: () => ({ files: ['b.mp4'] }) },
  'surveys.begin': { of: ['project'], body: survey },
  'surveys.complete': { of: ['survey'] },
  'surveys.retryMedia': { of: ['survey'] },
  'surveys.withdrawMedia': { of: ['survey'] },
  'surveys.retryPart': { of: ['survey'] },
  'surveys.withdrawPart': { of: ['survey'] },
  'surveys.retypeColumn': { of: ['survey'], body: () => ({ type: 'NPS' }) },
  'files.begin': { of: ['project'], body: projectBody({ file_name: 'a.pdf' }) },
  'files.importFromUrl': {
    of: ['project'],
    body: projectBody({ file_name: 'a.pdf', source_url: 'https://example.org/a.pdf' }),
  },
  'files.complete': { of: files },
  'files.getUpload': { of: files, isForPending: true },
  'files.startUpload': { of: files, body: form },
  'files.signUploadParts': { of: files, body: parts },
  'files.discardUpload': { of: files },
  'insights.begin': { of: ['project'], body: projectBody({ filename: 'a.pdf' }) },
  'insights.complete': { of: ['insight'], body: () => ({ should_publish: true }) },
  'insights.getUpload': { of: ['insight'], isForPending: true },
  'insights.startUpload': { of: ['insight'], body: form },
  'insights.signUploadParts': { of: ['insight'], body: parts },
  'insights.discardUpload': { of: ['insight'] },
  'search.find': { finds: [...texts, 'image', ...recordings, 'survey', 'project'], query: words },
  'search.names': {
    finds: [...texts, 'image', 'recording', 'survey', 'project', 'participant'],
    query: words,
  },
  'participants.list': { lists: ['participant'] },
  'participants.get': { of: ['participant'] },
  'participants.export': { finds: ['participant'], query: words },
  'participants.update': { of: ['participant'], body: () => ({ notes: 'called twice' }) },
  'participants.merge': { of: ['participant'], body: () => ({ participants: [1] }), isConditional: true },
  'participants.unmerge': { of: ['participant'], body: () => ({ participants: [1] }), isConditional: true },
  'participants.remove': { of: ['participant'], for: 'admins' },
  'keys.list': { lists: ['key'] },
  'keys.create': { body: () => ({ name: 'ci', kind: 'personal', scopes: ['project:read'] }) },
  'keys.rotate': { of: ['key'], body: () => ({ overlap_hours: 1 }), isForViewers: true },
  'keys.revoke': { of: ['key'], isForViewers: true },
  'webhooks.list': { lists: ['team webhook'] },
  'webhooks.create': { body: () => ({ client_id: 'unknown', url: 'https://example.org/hook' }) },
  'webhooks.disable': { of: ['team webhook'], isForViewers: true },
  'webhooks.enable': { of: ['own webhook'] },
  'webhooks.rotate': { of: ['own webhook'], body: () => ({ overlap_seconds: 0 }) },
  'webhooks.test': { of: ['own webhook'] },
  'webhooks.listDeliveries': { of: ['own webhook'] },
  'webhooks.redeliver': { of: ['own webhook'] },
  'webhooks.redeliverSince': { of: ['own webhook'], body: () => ({ since: '2026-01-01T00:00:00Z' }) },
  'webhooks.delete': { of: ['own webhook'], isForViewers: true },
  'team.get': {},
  'team.change': {
    for: 'admins',
    body: () => ({ allow_manual_project_creation: true, default_share_preference: 2 }),
  },
  'team.listMembers': { for: 'admins' },
  'team.inviteMember': {
    for: 'admins',
    body: () => ({ name: 'New', email: `matrix-${process.pid}-${++counter}@example.org`, role: 0 }),
  },
  'team.inviteAgain': { of: ['member'], for: 'admins' },
  'team.changeMember': { of: ['member'], for: 'admins', body: () => ({ is_suspended: false }) },
  'system.listQueues': { for: 'operators' },
  'system.listStuckJobs': { for: 'operators' },
  'system.requeueJob': { for: 'operators' },
  'system.listDeadLetters': { for: 'operators' },
  'system.retryDeadLetters': { for: 'operators', body: () => ({ ids: ['x'] }) },
  'system.dismissDeadLetters': { for: 'operators', body: () => ({ ids: ['x'] }) },
  'system.getStorage': { for: 'operators' },
  'system.listFailures': { for: 'operators' },
  'system.listAudit': { for: 'operators' },
}

export interface RoutedOperation extends Operation {
  name: string
  surface: Surface
  route: Route
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'operationId' in value

const routesOf = (contract: object): Route[] => Object.values(contract).filter((value) => isRoute(value))

/** In the order of the contract. `unstated` are routes without an entry above, `unknown` entries without a route. */
export function listOperations(): {
  operations: RoutedOperation[]
  unstated: string[]
  unknown: string[]
} {
  const surfaces = [
    ['import', importOperations, routesOf(importContract)],
    ['workspace', workspaceOperations, routesOf(workspaceContract)],
  ] as const
  const operations: RoutedOperation[] = []
  const unstated: string[] = []
  const unknown: string[] = []
  for (const [surface, stated, routes] of surfaces) {
    for (const route of routes) {
      const name = `${surface} ${route.operationId}`
      const operation = stated[route.operationId]
      if (operation) operations.push({ ...operation, name, surface, route })
      else unstated.push(name)
    }
    const known = new Set(routes.map(({ operationId }) => operationId))
    unknown.push(...Object.keys(stated).flatMap((id) => (known.has(id) ? [] : [`${surface} ${id}`])))
  }
  return { operations, unstated, unknown }
}
