/**
 * Bytes for the pages of the workspace, from its own origin: what we made (viewer PDF, thumbnail, rendition, poster) and
 * images. Paths come from other answers. Ranges, ETag and If-None-Match work. Whatever a browser could run is served to be
 * saved only, and all of it under a policy that lets it do nothing.
 */
import { type Static, Type } from 'typebox'
import { defineWorkspaceRoute, workspacePrefix } from './route.ts'

export const contentOwners = ['file', 'insight', 'media'] as const
export const ContentOwner = Type.Enum(contentOwners)
export type ContentOwner = Static<typeof ContentOwner>

export const contentParts = ['viewer', 'thumbnail', 'image', 'rendition', 'poster'] as const
export const ContentPart = Type.Enum(contentParts)
export type ContentPart = Static<typeof ContentPart>

export const getContent = defineWorkspaceRoute({
  operationId: 'content.get',
  method: 'GET',
  path: '/content/{owner}/{key}/{part}',
  summary: 'Bytes of a viewer PDF, thumbnail, image, rendition or poster',
  params: Type.Object({ owner: Type.String(), key: Type.String(), part: Type.String() }),
  responses: { 200: Type.Unknown(), 206: Type.Unknown(), 304: Type.Null() },
})

/** Where the page of this origin finds them. `key` is a wav_key, an insight_key or the id of a media file. */
export const contentPath = (owner: ContentOwner, key: string | number, part: ContentPart): string =>
  `${workspacePrefix}/content/${owner}/${key}/${part}`
