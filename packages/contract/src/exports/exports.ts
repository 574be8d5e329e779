/** Exports: everything of a project that the API key can see, as ZIP archives to download. */
import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { Count, nextCursor, pageParameters, resultsPrefix, Time } from '../results/shapes.ts'
import { defineRoute } from '../route.ts'
import { waitParameter } from '../wait.ts'

const tag = 'Exports'

export const exportContents = ['originals', 'derived', 'tables'] as const
export const ExportContent = Type.Enum(exportContents, {
  description:
    'originals: uploaded files. derived: files for viewing and playback. tables: each survey as CSV and SPSS file. Records, texts, transcripts and responses are always included.',
})
export type ExportContent = Static<typeof ExportContent>

export const exportFormats = ['bundle', 'qdpx'] as const
export const ExportFormat = Type.Enum(exportFormats, {
  description:
    'bundle: ZIP archives with a manifest. qdpx: a REFI-QDA 1.5 project for NVivo, ATLAS.ti, MAXQDA, QualCoder and others.',
})
export type ExportFormat = Static<typeof ExportFormat>

export const ExportStatus = Type.Enum(['processing', 'completed', 'failed', 'expired'], {
  description:
    'completed: the volumes can be downloaded until expires_at. failed: see error_reason. expired: the volumes were deleted.',
})
export type ExportStatus = Static<typeof ExportStatus>

const ExportLinks = Type.Object({ self: Type.String({ description: 'Path on this server.' }) })

const exportFields = {
  export_key: Type.String(),
  project_id: Type.Integer(),
  format: ExportFormat,
  contents: Type.Array(ExportContent),
  status: ExportStatus,
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'In percent.' }),
  as_of: orNull(Time, 'The moment that the export shows; null until the project has been read.'),
  size_bytes: orNull(Type.Integer(), 'Of all volumes; null until the export is completed.'),
  error_code: orNull(Type.String(), 'Stable code of error_reason; null unless the export failed.'),
  error_reason: orNull(Type.String()),
  created_at: Time,
  completed_at: orNull(Time),
  expires_at: orNull(Time, 'When the volumes are deleted; null until the export is completed.'),
  links: ExportLinks,
}

export const ExportVolume = Type.Object({
  name: Type.String({
    description:
      'File name of the archive. With format qdpx, the first one is the project; others have files that are too large for it.',
  }),
  size_bytes: Count,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  url: orNull(
    Type.String({ format: 'uri' }),
    'Download it from here, without credentials. Null if the export contains names and e-mail addresses and the token lacks participant:read.',
  ),
  url_expires_at: orNull(Time),
})
export type ExportVolume = Static<typeof ExportVolume>

export const ListedExport = Type.Object(exportFields)
export type ListedExport = Static<typeof ListedExport>

export const ProjectExport = Type.Object({
  ...exportFields,
  volumes: Type.Array(ExportVolume, { description: 'ZIP archives; empty unless the export is completed.' }),
})
export type ProjectExport = Static<typeof ProjectExport>

const ExportKey = Type.Object({ export_key: Type.String() })

export const createExport = defineRoute({
  operationId: 'exports.create',
  method: 'POST',
  path: `${resultsPrefix}/projects/{project_id}/exports`,
  tag,
  summary: 'Export a project',
  description:
    'Writes what the API key can see of the project into ZIP archives with a manifest: records, texts, transcripts, responses and the chosen contents. Names and e-mail addresses of people, and uploaded survey files, are included only with participant:read. With format qdpx, documents, images and recordings are sources, transcripts have sync points, responses are cases with variables, and labels are the codebook; a source has the best file among the chosen contents, or only its text, and tables have no effect. Poll the export, or wait for export.completed, then download its volumes.',
  scopes: ['export:write'],
  params: Type.Object({ project_id: Type.String() }),
  body: Type.Object({
    format: Type.Optional(ExportFormat),
    contents: Type.Optional(Type.Array(ExportContent, { description: 'Default: all.' })),
  }),
  isBodyOptional: true,
  conflict: 'export_running: an export of the project is running. Wait until it has ended, or delete it.',
  responses: {
    202: Type.Object({ export_key: Type.String(), status: ExportStatus, links: ExportLinks }),
  },
})

export const listExports = defineRoute({
  operationId: 'exports.list',
  method: 'GET',
  path: `${resultsPrefix}/exports`,
  tag,
  summary: 'List exports',
  description: 'Lists the exports of this API key, newest first.',
  scopes: ['export:write'],
  query: Type.Object(pageParameters),
  responses: { 200: Type.Object({ exports: Type.Array(ListedExport), next_cursor: nextCursor }) },
})

export const getExport = defineRoute({
  operationId: 'exports.get',
  method: 'GET',
  path: `${resultsPrefix}/exports/{export_key}`,
  tag,
  summary: 'Get an export with URLs of its volumes',
  description: 'URLs are valid for an hour; each call returns new ones.',
  scopes: ['export:write'],
  params: ExportKey,
  query: Type.Object({
    wait: waitParameter(
      'How long to wait while the export is running. The call returns as soon as its status is final.',
    ),
  }),
  responses: { 200: ProjectExport },
})

export const deleteExport = defineRoute({
  operationId: 'exports.delete',
  method: 'DELETE',
  path: `${resultsPrefix}/exports/{export_key}`,
  tag,
  summary: 'Cancel or delete an export',
  description: 'Stops a running export and deletes its volumes.',
  scopes: ['export:write'],
  params: ExportKey,
  responses: { 204: Type.Null() },
})
