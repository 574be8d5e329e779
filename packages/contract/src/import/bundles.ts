/** Imports of bundles: the volumes of an exported project become a new project. */
import { type Static, Type } from 'typebox'
import { defineRoute } from '../route.ts'
import { waitParameter } from '../wait.ts'
import { orNull } from './or-null.ts'
import { ImportLinks, uploadDescriptorFields } from './upload.ts'

const prefix = '/api/v1/developer/import/bundles'
const tag = 'Bundles'

export const bundlesPath = prefix

/** Volumes of one bundle. */
export const maxBundleVolumes = 1000

export const BundleStatus = Type.Enum(['awaiting_upload', 'processing', 'completed', 'failed'], {
  description:
    'awaiting_upload: upload all volumes, then call complete. processing: the volumes are verified and imported. completed: the project exists. failed: nothing was imported; see error_reason.',
})
export type BundleStatus = Static<typeof BundleStatus>

const BundleKey = Type.Object({ bundle_key: Type.String() })
const VolumeNumber = Type.Integer({ description: 'From 1.', examples: [1] })

export const InitializeBundle = Type.Object({
  num_volumes: Type.Integer({
    minimum: 1,
    maximum: maxBundleVolumes,
    description: 'Number of volumes (ZIP archives) of the export.',
  }),
  name: Type.Optional(
    Type.String({ maxLength: 255, description: 'Name of the new project. Default: the exported name.' }),
  ),
})
export type InitializeBundle = Static<typeof InitializeBundle>

export const VolumeDescriptor = Type.Object({ volume_number: VolumeNumber, ...uploadDescriptorFields })
export type VolumeDescriptor = Static<typeof VolumeDescriptor>

export const BegunBundle = Type.Object({
  bundle_key: Type.String(),
  status: BundleStatus,
  num_volumes: Type.Integer(),
  upload_urls: Type.Array(VolumeDescriptor),
  links: ImportLinks,
})
export type BegunBundle = Static<typeof BegunBundle>

export const initializeBundle = defineRoute({
  operationId: 'bundles.initialize',
  method: 'POST',
  path: `${prefix}/initialize`,
  tag,
  summary: 'Initialize the import of a bundle',
  description:
    'Begins the import of an exported project, or of a REFI-QDA project (one .qdpx file) of another program. Upload each volume as it was downloaded, in any order, with its own descriptor, or in parts through its upload operations. Then call complete. The result is a new private project of the user of this API key.',
  scopes: ['export:write', 'project:write'],
  body: InitializeBundle,
  responses: { 201: BegunBundle },
})

export const CompletedBundle = Type.Object({
  bundle_key: Type.String(),
  status: BundleStatus,
  message: Type.Optional(Type.String()),
})

export const completeBundle = defineRoute({
  operationId: 'bundles.complete',
  method: 'POST',
  path: `${prefix}/{bundle_key}/complete`,
  tag,
  summary: 'Complete the import of a bundle',
  description:
    'Call it once all volumes are uploaded. Starts the import. Safe to repeat: returns 202 if this call started it, and 200 if it had already started.',
  scopes: ['export:write', 'project:write'],
  params: BundleKey,
  responses: { 202: CompletedBundle, 200: CompletedBundle },
})

export const UnmatchedElements = Type.Array(
  Type.Object({
    kind: Type.String({
      description:
        'What has no counterpart, for example note, link, set, graph, coding, case, variable, transcript or source. More kinds may be added.',
      examples: ['coding'],
    }),
    count: Type.Integer({ minimum: 1 }),
    examples: Type.Array(Type.String(), { description: 'Names of at most five of them.' }),
  }),
)
export type UnmatchedElements = Static<typeof UnmatchedElements>

export const BundleImport = Type.Object({
  bundle_key: Type.String(),
  status: BundleStatus,
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'In percent.' }),
  num_volumes: Type.Integer(),
  project_id: orNull(Type.Integer(), 'The new project; null until the import is completed.'),
  omitted: orNull(
    Type.Record(Type.String(), Type.Integer()),
    'What the export had left out, by reason; null until the manifest has been read.',
  ),
  unmatched: orNull(
    UnmatchedElements,
    'What of a REFI-QDA project has no counterpart and was not imported; null for an export of Inlet, and until the project has been read.',
  ),
  error_code: orNull(Type.String(), 'Stable code of error_reason; null unless the import failed.'),
  error_reason: orNull(Type.String(), 'What is wrong with the bundle, and what to do.'),
  created_at: Type.String({ format: 'date-time' }),
  completed_at: orNull(Type.String({ format: 'date-time' })),
  links: ImportLinks,
})
export type BundleImport = Static<typeof BundleImport>

export const getBundle = defineRoute({
  operationId: 'bundles.status',
  method: 'GET',
  path: `${prefix}/{bundle_key}/status`,
  tag,
  summary: 'Get the status of the import of a bundle',
  description: 'The import fails as a whole: a failed import leaves nothing behind.',
  scopes: ['export:write', 'project:write'],
  params: BundleKey,
  query: Type.Object({
    wait: waitParameter(
      'How long to wait while the import is running. The call returns as soon as its status is final.',
    ),
  }),
  responses: { 200: BundleImport },
})
