/**
 * Bytes for the pages of the workspace, from its own origin: derived files (viewer PDF, thumbnail, rendition, poster)
 * and images. Paths come from other responses. Supports ranges, ETag and If-None-Match. Content that a browser could
 * execute is served as a download, and everything under a policy that allows nothing.
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
  summary: 'Get the bytes of a viewer PDF, thumbnail, image, rendition or poster',
  params: Type.Object({ owner: Type.String(), key: Type.String(), part: Type.String() }),
  responses: { 200: Type.Unknown(), 206: Type.Unknown(), 304: Type.Null() },
})

/** The path of the content on this origin. `key` is a wav_key, an insight_key or the id of a media file. */
export const contentPath = (owner: ContentOwner, key: string | number, part: ContentPart): string =>
  `${workspacePrefix}/content/${owner}/${key}/${part}`
