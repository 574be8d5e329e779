/** The definition of a tool. Its names and texts are constants: imported text appears in results only. */
import type { Static, TObject, TProperties } from 'typebox'
import { Type } from 'typebox'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RunSearch } from '../search/search.public.ts'
import type { Citations } from './citation.ts'

export interface ToolContext {
  db: Db
  principal: Principal
  publicUrl: string
  citations: Citations
  runSearch: RunSearch
}

export interface Tool<Input extends TObject = TObject, Output extends TObject = TObject> {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  run(context: ToolContext, args: Static<Input>): Promise<Static<Output>>
}

/** Keeps the types of arguments and result, so that the implementation is checked against both. */
export const defineTool = <Input extends TObject, Output extends TObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> => tool

/** A mistyped argument is an error, so that a filter is never ignored. */
export const toolInput = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

export const Key = Type.String({ maxLength: 100 })

export const Cursor = Type.Optional(
  Type.String({
    maxLength: 500,
    description: 'next_cursor of the previous result, with the same other arguments.',
  }),
)

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Pass it as cursor to continue; null at the end.',
})
