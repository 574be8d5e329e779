import type { Inlet, Project } from '@inlet/sdk'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export interface ListOptions extends CommonOptions {
  limit?: number
  archived?: boolean
}

export async function listProjects(
  { connect, output }: Context,
  { profile, limit = Number.POSITIVE_INFINITY, archived = false }: ListOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  const projects: Pick<Project, 'id' | 'name'>[] = []
  for await (const { id, name } of read(inlet, archived, limit)) {
    projects.push({ id, name })
    if (projects.length >= limit) break
  }
  output.table(
    projects,
    archived
      ? 'There is no archived project that this key can unarchive.'
      : 'This key has access to no project. Create one with "inlet projects create".',
  )
  return exitCodes.done
}

const read = (
  inlet: Inlet,
  isArchived: boolean,
  limit: number,
): AsyncIterable<Pick<Project, 'id' | 'name'>> =>
  isArchived
    ? inlet.projects.listManaged({ archived: true, limit: Math.min(limit, 100) })
    : inlet.projects.list({ limit: Math.min(limit, 50) })
