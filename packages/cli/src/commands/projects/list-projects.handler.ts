import type { Project } from '@inlet/sdk'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export async function listProjects(
  { connect, output }: Context,
  { profile, limit = Number.POSITIVE_INFINITY }: CommonOptions & { limit?: number },
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  const projects: Project[] = []
  for await (const project of inlet.projects.list({ limit: Math.min(limit, 50) })) {
    projects.push(project)
    if (projects.length >= limit) break
  }
  output.table(
    projects.map(({ id, name }) => ({ id, name })),
    'This key has access to no project. Create one with "inlet projects create".',
  )
  return exitCodes.done
}
