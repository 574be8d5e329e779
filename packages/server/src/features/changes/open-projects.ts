/** Caches who can open which project for a moment, because one import announces many changes. */
import { LRUCache } from 'lru-cache'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { listOpenAmong } from './changes.repo.ts'

export interface OpenProjects {
  among(principal: Principal, projectIds: ReadonlySet<number>): Promise<Set<number>>
  forget(projectId: number): void
  forgetAll(): void
}

const rememberMs = 5_000

export function createOpenProjects(db: Db): OpenProjects {
  const answers = new LRUCache<number, Map<string, boolean>>({ max: 5_000, ttl: rememberMs })

  return {
    async among(principal, projectIds) {
      const who = `${principal.userId}/${principal.role}`
      const unknown = [...projectIds].filter((id) => !answers.get(id)?.has(who))
      const open = new Set([...projectIds].filter((id) => answers.get(id)?.get(who)))
      if (unknown.length === 0) return open
      const found = new Set(await listOpenAmong(db, principal, unknown))
      for (const id of unknown) {
        const known = answers.get(id) ?? new Map<string, boolean>()
        known.set(who, found.has(id))
        if (!answers.has(id)) answers.set(id, known)
        if (found.has(id)) open.add(id)
      }
      return open
    },
    forget: (projectId) => void answers.delete(projectId),
    forgetAll: () => answers.clear(),
  }
}
