/** Where a passage comes from, exactly enough to check it. */
import { type Static, Type } from 'typebox'
import type { Span } from './passages.policy.ts'

export const citedKinds = ['transcript', 'document', 'image', 'answer'] as const
export const CitedKind = Type.Enum(citedKinds)

export const Citation = Type.Object({
  kind: CitedKind,
  key: Type.String({ description: 'Key of the recording, document, image or survey.' }),
  name: Type.String({ description: 'Name of the material, as imported.' }),
  project_id: Type.Integer(),
  start_ms: Type.Optional(Type.Integer({ description: 'Start of the line in a recording.' })),
  end_ms: Type.Optional(Type.Integer()),
  page: Type.Optional(Type.Integer({ description: 'Page of a document, from 1.' })),
  response_id: Type.Optional(Type.Integer({ description: 'Response to a survey.' })),
  position: Type.Optional(Type.Integer({ description: 'Question of the survey.' })),
  start: Type.Integer({ description: 'First character of the quote in the line, page or answer, from 0.' }),
  end: Type.Integer({ description: 'Character after the quote. Counts Unicode code points.' }),
  url: Type.String({ description: 'Opens the workspace at this place.' }),
})
export type Citation = Static<typeof Citation>

interface Source {
  key: string
  name: string
  projectId: number
}

export interface RecordingSource extends Source {
  owner: 'file' | 'media'
  /** As in the URLs of the workspace, which identify media files by their id. */
  urlKey: string
}

export interface DocumentSource extends Source {
  owner: 'file' | 'insight'
  media: 'document' | 'image'
}

type Range = Pick<Span, 'start' | 'end'>

const sourceFields = ({ key, name, projectId }: Source) => ({ key, name, project_id: projectId })

export interface Citations {
  line(source: RecordingSource, times: { startMs: number; endMs: number }, range: Range): Citation
  page(source: DocumentSource, page: number, range: Range): Citation
  answer(source: Source, answer: { responseId: number; position: number }, range: Range): Citation
}

export function createCitations(publicUrl: string): Citations {
  return {
    line: (source, { startMs, endMs }, { start, end }) => ({
      kind: 'transcript',
      ...sourceFields(source),
      start_ms: startMs,
      end_ms: endMs,
      start,
      end,
      url: `${publicUrl}/recordings/${source.owner}/${source.urlKey}?t=${Math.floor(startMs / 1000)}`,
    }),
    page: (source, page, { start, end }) => ({
      kind: source.media,
      ...sourceFields(source),
      page,
      start,
      end,
      url:
        source.media === 'image'
          ? `${publicUrl}/images/${source.key}`
          : `${publicUrl}/documents/${source.owner}/${source.key}?page=${page}`,
    }),
    answer: (source, { responseId, position }, { start, end }) => ({
      kind: 'answer',
      ...sourceFields(source),
      response_id: responseId,
      position,
      start,
      end,
      url: `${publicUrl}/surveys/${source.key}/responses?open=${responseId}`,
    }),
  }
}
