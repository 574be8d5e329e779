/** A team with projects, and as many keys and tokens as a measurement needs. */
import { scopes } from '@inlet/contract'
import { buildDeps, type Deps } from '@inlet/server/src/app/deps.ts'
import { createKey } from '@inlet/server/src/features/keys/create-key.ts'
import { findLiveKey } from '@inlet/server/src/features/keys/keys.repo.ts'
import { createProject } from '@inlet/server/src/features/projects/create-project.ts'
import { insertTeam, insertUser } from '@inlet/server/src/features/team/team.repo.ts'
import { readConfig } from '@inlet/server/src/platform/config/config.ts'
import { pino } from 'pino'

export async function openBenchDeps(env: Record<string, string>): Promise<Deps> {
  const log = pino({ level: 'warn' })
  const deps = buildDeps(readConfig(env), { name: 'bench', role: 'enqueue', log })
  await deps.secrets.load()
  return deps
}

export async function makeTokens(
  deps: Deps,
  keys: number,
  limit: number,
  projects: number,
): Promise<{ tokens: string[]; teamId: number }> {
  const team = await insertTeam(deps.db, 'Bench')
  const email = `bench-${Date.now()}@example.org`
  const user = await insertUser(deps.db, { team_id: team.id, email, name: 'Bench', role: 0 })
  const tokens: string[] = []
  for (let i = 0; i < keys; i += 1) {
    const key = await createKey(deps, {
      teamId: team.id,
      userId: user.id,
      kind: 'team',
      name: 'bench',
      scopes,
      rateLimitPerMinute: limit,
    })
    tokens.push(await deps.tokens.issue(key.client_id, scopes))
    if (i === 0) {
      const principal = await findLiveKey(deps.db, key.client_id)
      for (let n = 0; principal && n < projects; n += 1)
        await createProject(deps, principal, { name: `Project ${n}` })
    }
  }
  return { tokens, teamId: team.id }
}
