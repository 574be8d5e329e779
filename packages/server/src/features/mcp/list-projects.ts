import { Type } from 'typebox'
import { listProjects as readProjects } from '../projects/projects.public.ts'
import { clipName } from './passages.policy.ts'
import { Cursor, defineTool, NextCursor, toolInput } from './tool.ts'

const Count = Type.Integer({ minimum: 0 })
const pageSize = 35

export const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description:
    'Lists the research projects that you can read, most recently changed first, with the number of recordings, documents, images, insights and surveys in each.',
  input: toolInput({ cursor: Cursor }),
  output: Type.Object({
    projects: Type.Array(
      Type.Object({
        project_id: Type.Integer(),
        name: Type.String(),
        counts: Type.Object({
          audio: Count,
          video: Count,
          document: Count,
          image: Count,
          insight: Count,
          survey: Count,
        }),
        url: Type.String({ description: 'Opens the project in the workspace.' }),
      }),
    ),
    next_cursor: NextCursor,
  }),
  async run({ db, principal, publicUrl }, { cursor }) {
    const page = await readProjects({ db }, principal, { limit: pageSize, ...(cursor && { cursor }) })
    return {
      projects: page.projects.map(({ id, name, counts }) => ({
        project_id: id,
        name: clipName(name),
        counts,
        url: `${publicUrl}/projects/${id}`,
      })),
      next_cursor: page.next_cursor,
    }
  },
})
