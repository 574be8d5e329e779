/** Texts of documents and images, page by page or as a whole. */
import { type Static, Type } from 'typebox'
import { defineRoute } from '../route.ts'
import { Count, InsightKey, notReady, resultsPrefix, resultsTag, WavKey } from './shapes.ts'

export const maxTextPages = 100

export const TextPage = Type.Object({
  number: Type.Integer({ description: 'From 1.' }),
  source: Type.Enum(['text', 'ocr', 'none'], { description: 'Where the text comes from.' }),
  text: Type.String(),
})

export const TextPages = Type.Object({ pages: Type.Array(TextPage), page_count: Count })
export type TextPages = Static<typeof TextPages>

const PagesQuery = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of the first page. Default: 1.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxTextPages,
      description: `Pages to return; higher values are capped at ${maxTextPages}. Default: 50.`,
    }),
  ),
})

const ofPages = {
  method: 'GET',
  tag: resultsTag,
  summary: 'List pages with their text',
  description: 'An image has one page, whose text was recognized.',
  query: PagesQuery,
  conflict: notReady,
  responses: { 200: TextPages },
} as const

const ofText = {
  method: 'GET',
  tag: resultsTag,
  summary: 'Get the whole text',
  description: 'Pages are separated by a form feed (U+000C).',
  conflict: notReady,
  responseTypes: ['text/plain'],
  responses: { 200: Type.Unsafe<unknown>(Type.String()) },
} as const

export const listInsightPages = defineRoute({
  ...ofPages,
  operationId: 'insights.pages',
  path: `${resultsPrefix}/insights/{insight_key}/pages`,
  scopes: ['insight:read'],
  params: InsightKey,
})

export const getInsightText = defineRoute({
  ...ofText,
  operationId: 'insights.text',
  path: `${resultsPrefix}/insights/{insight_key}/text`,
  scopes: ['insight:read'],
  params: InsightKey,
})

export const listFilePages = defineRoute({
  ...ofPages,
  operationId: 'files.pages',
  path: `${resultsPrefix}/files/{wav_key}/pages`,
  scopes: ['file:read'],
  params: WavKey,
})

export const getFileText = defineRoute({
  ...ofText,
  operationId: 'files.text',
  path: `${resultsPrefix}/files/{wav_key}/text`,
  scopes: ['file:read'],
  params: WavKey,
})
