/** The project of a command: from `--project`, the environment or the profile. */
import type { Inlet, Project } from '@inlet/sdk'
import type { Credentials } from '../config/credentials.ts'
import type { Env } from '../config/folders.ts'
import { CliError, usageError } from '../errors.ts'

export interface ChosenProject {
  id: number
  /** For messages. */
  label: string
}

/** A key from the environment has no profile, and so no default project. */
export function chooseProject(
  given: string | undefined,
  env: Env,
  { project, source }: Pick<Credentials, 'project' | 'source'>,
): string {
  const chosen = given ?? env['INLET_PROJECT'] ?? project
  if (chosen) return chosen
  const fallback =
    source === 'environment' ? '' : ', or choose a default for this profile with "inlet projects use"'
  throw usageError(`No project is given. Pass --project or set INLET_PROJECT${fallback}.`)
}

/** A number is an id and needs no call; a name is looked up. */
export async function findProject(inlet: Inlet, wanted: string): Promise<ChosenProject> {
  if (/^\d+$/.test(wanted)) return { id: Number(wanted), label: `project ${wanted}` }
  const projects: Project[] = []
  for await (const project of inlet.projects.list()) projects.push(project)
  const exact = projects.filter(({ name }) => name === wanted.trim())
  const found = exact.length > 0 ? exact : projects.filter(({ name }) => fold(name) === fold(wanted))
  if (found.length > 1) {
    const ids = found.map((project) => project.id).join(', ')
    throw usageError(`${found.length} projects are named "${wanted}". Use the id instead: ${ids}.`)
  }
  const [project] = found
  if (project) return { id: project.id, label: `project ${project.id} "${project.name}"` }
  throw notFound(wanted, projects)
}

function fold(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

function notFound(wanted: string, projects: readonly Project[]): CliError {
  const some = projects.slice(0, 5).map(({ id, name }) => `${id} "${name}"`)
  const more = projects.length > some.length ? ', …' : ''
  const known =
    some.length === 0
      ? 'The key has access to no project: share one with it, or create one with "inlet projects create".'
      : `It has access to ${some.join(', ')}${more}; "inlet projects list" shows all.`
  return new CliError(`No project named "${wanted}" is accessible with this key. ${known}`, {
    code: 'project_not_found',
  })
}
