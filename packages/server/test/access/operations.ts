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
  /** The response shows the original of a recording unless it is protected. */
  showsOriginal?: true
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
}

const workspaceOperations: Record<string, Operation> = {
  'signIn.options': { for: 'everyone' },
  'signIn.password': { for: 'everyone' },
  'signIn.readInvitation': { for: 'everyone' },
  'signIn.acceptInvitation': { for: 'everyone' },
  'signIn.getSession': {},
  'signIn.endSession': { isForViewers: true, endsSession: true },
  'signIn.changePassword': {
    isForViewers: true,
    body: () => ({ current_password: 'not the right one', new_password: 'a new one that is long enough' }),
  },
  'projects.list': { lists: ['project'] },
  'projects.get': { of: ['project'] },
  'projects.create': { body: () => ({ name: 'Made by the matrix', project_share_preference: 1 }) },
  'imports.listMaterials': {
    of: ['project'],
    query: (target) => ({ project_id: target?.params['project_id'] ?? '0' }),
  },
  'imports.list': { lists: [...texts, 'image', 'recording', 'survey'] },
  'imports.count': {},
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
  'recordings.nameSpeaker': { of: recordings, body: () => ({ speaker: '', name: 'Nia' }) },
  'recordings.retry': { of: recordings },
  'surveys.get': { of: ['survey'] },
  'surveys.getOverview': { of: ['survey'] },
  'surveys.listResponses': { of: ['survey'] },
  'surveys.getResponse': { of: ['survey'] },
  'surveys.listRespondents': { of: ['survey'] },
  'surveys.getRespondent': { of: ['survey'] },
  'surveys.listNotes': { of: ['survey'] },
  'surveys.listMedia': { of: ['survey'] },
  'surveys.export': { of: ['survey'] },
  'surveys.upload': { of: ['survey'] },
  'surveys.begin': { of: ['project'], body: survey },
  'surveys.complete': { of: ['survey'] },
  'surveys.retryMedia': { of: ['survey'] },
  'surveys.withdrawMedia': { of: ['survey'] },
  'surveys.retryPart': { of: ['survey'] },
  'surveys.withdrawPart': { of: ['survey'] },
  'surveys.retypeColumn': { of: ['survey'], body: () => ({ type: 'NPS' }) },
  'files.begin': { of: ['project'], body: projectBody({ file_name: 'a.pdf' }) },
  'files.complete': { of: files },
  'insights.begin': { of: ['project'], body: projectBody({ filename: 'a.pdf' }) },
  'insights.complete': { of: ['insight'], body: () => ({ should_publish: true }) },
  'search.find': { finds: [...texts, 'image', ...recordings, 'survey', 'project'], query: words },
  'search.names': {
    finds: [...texts, 'image', 'recording', 'survey', 'project', 'participant'],
    query: words,
  },
  'participants.list': { lists: ['participant'] },
  'participants.get': { of: ['participant'] },
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
