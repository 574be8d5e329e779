import type { ProjectRecord } from '@inlet/sdk'
import { findProject } from '../../client/find-project.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { Cell } from '../../output/table.ts'

export async function showProject(
  { connect, output }: Context,
  wanted: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const inlet = await connect(options)
  const { id } = await findProject(inlet, wanted)
  const project = await inlet.projects.get(id)
  if (output.isJson) output.document(project, [])
  else output.record(cellsOf(project))
  return exitCodes.done
}

const shares = { 1: 'private', 2: 'everyone', 4: 'selected roles' } as const

function cellsOf({ counts, ...project }: ProjectRecord): Record<string, Cell> {
  return {
    id: project.id,
    name: project.name,
    shared_with: shares[project.project_share_preference],
    transcript_language: project.transcript_language,
    supported_languages: project.supported_languages,
    privacy: project.auto_pii_enabled_at_project_level ? 'on' : 'off',
    external_id: project.external_id,
    created_at: project.created_at,
    ...counts,
  }
}
