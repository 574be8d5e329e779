import { ImportStatus, type Material, MaterialKind } from '@inlet/contract/workspace'
import { Type } from 'typebox'
import { listMaterials as readMaterials } from '../imports/imports.public.ts'
import { clipName } from './passages.policy.ts'
import { Cursor, defineTool, NextCursor, toolInput } from './tool.ts'

const pageSize = 35

export const listMaterials = defineTool({
  name: 'list_materials',
  title: 'List materials',
  description:
    'Lists the materials of a project, newest first: recordings (audio, video), documents, images, insights and surveys. Read a recording with get_transcript, a document, image or insight with get_document, a survey with get_survey_results.',
  input: toolInput({
    project_id: Type.Integer({ minimum: 1 }),
    kind: Type.Optional(MaterialKind),
    cursor: Cursor,
  }),
  output: Type.Object({
    materials: Type.Array(
      Type.Object({
        kind: MaterialKind,
        key: Type.String(),
        name: Type.String(),
        status: ImportStatus,
        duration_ms: Type.Optional(Type.Integer()),
        page_count: Type.Optional(Type.Integer()),
        response_count: Type.Optional(Type.Integer()),
      }),
    ),
    next_cursor: NextCursor,
  }),
  async run({ db, principal }, { cursor, ...query }) {
    const page = await readMaterials({ db }, principal, {
      limit: pageSize,
      ...query,
      ...(cursor && { cursor }),
    })
    return { materials: page.materials.map(viewMaterial), next_cursor: page.next_cursor }
  },
})

function viewMaterial({ kind, media, key, name, status, ...length }: Material) {
  const { duration_ms, page_count, response_count } = length
  return {
    kind: kind === 'file' ? (media ?? 'document') : kind,
    key,
    name: clipName(name),
    status,
    ...(duration_ms !== null && { duration_ms }),
    ...(page_count !== null && { page_count }),
    ...(response_count !== null && { response_count }),
  }
}
