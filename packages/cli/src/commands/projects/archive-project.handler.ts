import { findProject } from '../../client/find-project.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

/** Archives a project, or brings it back. */
export async function archiveProject(
  { connect, output }: Context,
  wanted: string,
  { archived, ...options }: CommonOptions & { archived: boolean },
): Promise<ExitCode> {
  const inlet = await connect(options)
  const { id } = await findProject(inlet, wanted)
  const project = await inlet.projects.update(id, { archived })
  output.record({ id: project.id, name: project.name, archived: project.archived })
  return exitCodes.done
}
