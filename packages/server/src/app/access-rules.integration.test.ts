/** The access matrix detects a missing rule: each rule is removed from a service of its own, which must then leak. */
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isFull } from '../../test/harness/full.ts'
import type { Principal } from '../platform/auth/principal.ts'

type CanOpen = (principal: Principal) => ReturnType<typeof sql<boolean>>

/** Replaces the access rule of projects by one without one of its conditions. */
function replaceCanOpen(canOpen: CanOpen): void {
  vi.doMock('../features/projects/project-access.repo.ts', () => ({
    canOpen,
    isSharedWith: (principal: Principal) => sql`(p.team_id = ${principal.teamId} and ${isShared(principal)})`,
    isInOpenProject: (principal: Principal, id: ReturnType<typeof sql>) =>
      sql`((${id} in (select p.id from project p where ${canOpen(principal)})) is true)`,
  }))
}

const isLive = sql`p.archived_at is null and p.deleted_at is null`
const isOwn = ({ kind, userId, keyId }: Principal) =>
  kind === 'team' ? sql`p.api_key_id = ${keyId}::bigint` : sql`p.owner_id = ${userId}::bigint`
const isShared = (principal: Principal) => {
  const role = principal.kind === 'team' ? 0 : principal.role
  return sql`(p.share_preference = 2 or ${isOwn(principal)}
    or (p.share_preference = 4 and ${role}::smallint = any (p.shared_roles)))`
}

interface Removal {
  rule: string
  remove: () => void
  /** The operations that the short run checks; INLET_FULL=1 checks all. */
  operations: readonly string[]
  /** Every reported leak matches this. */
  leak: RegExp
}

const removals: readonly Removal[] = [
  {
    rule: 'a draft is visible only to its creator',
    remove: () =>
      vi.doMock('../features/insights/drafts.repo.ts', () => ({
        isShownTo: () => sql`true`,
        drafter: sql`0::bigint`,
        shownDrafters: () => sql`select 0::bigint`,
        firstShown: (
          _: Principal,
          { columns, where, orderBy, limit }: Record<string, ReturnType<typeof sql>>,
        ) => sql`(select ${columns} from insight i where ${where} order by ${orderBy} limit ${limit})`,
      })),
    operations: [
      'import insights.status',
      'import insights.list',
      'import insights.complete',
      'workspace imports.list',
    ],
    leak: /draft|count/,
  },
  {
    rule: 'a draft of a team key is not visible to the person who created the key',
    remove: () =>
      vi.doMock('../features/insights/drafts.repo.ts', async (original) => ({
        ...(await original<object>()),
        isShownTo: ({ userId }: Principal) => sql`(i.state <> 1 or i.created_by = ${userId})`,
      })),
    operations: ['import insights.status', 'workspace documents.get'],
    leak: /draft of (?:a|the) team key/,
  },
  {
    rule: 'a project is accessible to its owner and to those it is shared with',
    remove: () => replaceCanOpen(({ teamId }) => sql`(p.team_id = ${teamId} and ${isLive})`),
    operations: [
      'import projects.list',
      'import files.status',
      'workspace surveys.get',
      'workspace participants.list',
    ],
    leak: /private|shared by role|count/,
  },
  {
    rule: 'a project is accessible only to its own team',
    remove: () => replaceCanOpen((principal) => sql`(${isLive} and ${isShared(principal)})`),
    operations: ['import files.status', 'workspace projects.get', 'workspace recordings.get'],
    leak: /of another team|stranger/,
  },
  {
    rule: 'an archived or deleted project is not accessible',
    remove: () =>
      replaceCanOpen((principal) => sql`(p.team_id = ${principal.teamId} and ${isShared(principal)})`),
    operations: ['import surveys.status', 'workspace content.get'],
    leak: /archived|deleted/,
  },
  {
    rule: 'viewers are read-only',
    remove: () =>
      vi.doMock('../platform/auth/principal.ts', async (original) => ({
        ...(await original<object>()),
        isReadOnly: () => false,
      })),
    operations: ['import insights.initialize', 'import surveys.append', 'workspace projects.create'],
    leak: /viewer/,
  },
  {
    rule: 'participants are visible only through accessible surveys',
    remove: () =>
      vi.doMock('../features/participants/participant-access.repo.ts', () => ({
        knownTo: () =>
          sql`select 1 as survey_count, now() as since, p.name, p.name as imported_name, p.email, p.email as imported_email,
            concat_ws(' ', p.name, p.email) as words from participant p where p.id = c.id`,
      })),
    operations: ['workspace participants.get', 'workspace participants.list', 'workspace search.names'],
    leak: /participant/,
  },
  {
    rule: 'the original of a protected recording is not accessible',
    remove: () =>
      vi.doMock('../features/projects/privacy.repo.ts', async (original) => ({
        ...(await original<object>()),
        originalKey: (row: string) => sql.ref(`${row}.object_key`),
      })),
    operations: ['import files.status', 'workspace imports.get', 'workspace recordings.get'],
    leak: /recording, protected, its original/,
  },
  {
    rule: 'some operations require an admin',
    remove: () =>
      vi.doMock('../platform/auth/require-admin.ts', async (original) => ({
        ...(await original<object>()),
        requireAdmin: () => {},
      })),
    operations: ['workspace participants.remove', 'workspace team.listMembers', 'workspace team.change'],
    leak: /participants\.remove|workspace team\./,
  },
]

describe('the access matrix', () => {
  afterEach(() => {
    vi.doUnmock('../features/insights/drafts.repo.ts')
    vi.doUnmock('../features/projects/project-access.repo.ts')
    vi.doUnmock('../features/projects/privacy.repo.ts')
    vi.doUnmock('../features/participants/participant-access.repo.ts')
    vi.doUnmock('../platform/auth/principal.ts')
    vi.doUnmock('../platform/auth/require-admin.ts')
    vi.resetModules()
  })

  it.each(removals)(
    'reports leaks without the rule "$rule"',
    async ({ rule, remove, operations, leak }) => {
      vi.resetModules()
      remove()
      const { startTestApp } = await import('../../test/harness/app.ts')
      const { matrixSettings, runMatrix } = await import('../../test/access/matrix.ts')
      const app = await startTestApp(matrixSettings)
      try {
        const { cells, leaks } = await runMatrix(app, isFull ? undefined : operations)
        process.stdout.write(`access matrix without "${rule}": cells=${cells} leaks=${leaks.length}\n`)
        expect(leaks.length).toBeGreaterThan(0)
        expect(leaks.filter((line) => !leak.test(line))).toEqual([])
      } finally {
        await app.close()
      }
    },
    300_000,
  )
})
