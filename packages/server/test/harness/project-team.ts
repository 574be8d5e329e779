/** A team with one person of each role and a project of each kind of sharing, and an admin of another team. */
import { roles } from '@inlet/contract'
import { setProjectState } from '../../src/features/projects/projects.repo.ts'
import type { User } from '../../src/features/team/team.repo.ts'
import type { TestApp } from './app.ts'
import { makeTeam } from './people.ts'
import { makeVisitor, type Visitor } from './visitors.ts'

export interface Person {
  user: User
  visitor: Visitor
}

export interface ProjectTeam {
  ada: Person
  finn: Person
  vera: Person
  stranger: Person
  /** Ada's, named after who can open them, and one of the stranger. */
  projects: Record<'mine' | 'full' | 'everyone' | 'archived' | 'deleted' | 'other', number>
}

export async function makeProjectTeam(app: TestApp): Promise<ProjectTeam> {
  const team = await makeTeam(app.deps)
  const ada = await makeVisitor(app, { team, role: roles.admin })
  const finn = await makeVisitor(app, { team, role: roles.fullSeat })
  const vera = await makeVisitor(app, { team, role: roles.viewer })
  const stranger = await makeVisitor(app, { role: roles.admin })
  const projects = {
    mine: await makeProject(ada, 'mine', { project_share_preference: 1 }),
    full: await makeProject(ada, 'full', { project_share_preference: 4, shared_roles: [0] }),
    everyone: await makeProject(ada, 'everyone', { project_share_preference: 2 }),
    archived: await makeProject(ada, 'archived', { project_share_preference: 2 }),
    deleted: await makeProject(ada, 'deleted', { project_share_preference: 2 }),
    other: await makeProject(stranger, 'other', { project_share_preference: 2 }),
  }
  await setProjectState(app.deps.db, projects.archived, 'archived')
  await setProjectState(app.deps.db, projects.deleted, 'deleted')
  return { ada, finn, vera, stranger, projects }
}

export async function makeProject({ visitor }: Person, name: string, sharing: object): Promise<number> {
  const answer = await visitor.post('/projects', { name, ...sharing })
  if (answer.status !== 201) throw new Error(`Creating a project answered ${answer.status}.`)
  return ((await answer.json()) as { id: number }).id
}
