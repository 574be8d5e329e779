/** Small shapes that many operations of the workspace share. */
import { type Static, Type } from 'typebox'

export const Time = Type.String({ format: 'date-time' })
export const Count = Type.Integer({ minimum: 0 })

export const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()])

/** Where found words stand in a text, in UTF-16 units as JavaScript counts them. Never HTML. */
export const TextRange = Type.Object({ start: Count, end: Count })
export type TextRange = Static<typeof TextRange>

/** A piece of a longer text around what was found in it. */
export const Snippet = Type.Object({
  text: Type.String(),
  highlights: Type.Array(TextRange),
  is_cut_before: Type.Boolean(),
  is_cut_after: Type.Boolean(),
})
export type Snippet = Static<typeof Snippet>

export const Sentence = Type.Object({
  code: Type.String({ description: 'A stable word for programs.' }),
  message: Type.String({ description: 'For people: what is so, why, and what to do.' }),
})

/** An address of this origin that serves bytes to the session, with ranges. */
export const ContentPath = Type.String({ description: 'Path on this origin; serves ranges.' })

export const ProjectName = Type.Object({ id: Type.Integer(), name: Type.String() })
