/** Small schemas that many operations of the workspace share. */
import { type Static, Type } from 'typebox'

export const Time = Type.String({ format: 'date-time' })
export const Count = Type.Integer({ minimum: 0 })

export const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()])

/** Position of a match in a text, in UTF-16 code units. Never HTML. */
export const TextRange = Type.Object({ start: Count, end: Count })
export type TextRange = Static<typeof TextRange>

/** An excerpt of a longer text around its matches. */
export const Snippet = Type.Object({
  text: Type.String(),
  highlights: Type.Array(TextRange),
  is_cut_before: Type.Boolean(),
  is_cut_after: Type.Boolean(),
})
export type Snippet = Static<typeof Snippet>

export const Sentence = Type.Object({
  code: Type.String({ description: 'Stable code.' }),
  message: Type.String({ description: 'For people: what happened, why, and what to do.' }),
})

/** A path on this origin that serves bytes to the session. */
export const ContentPath = Type.String({ description: 'Path on this origin; supports ranges.' })

export const ProjectName = Type.Object({ id: Type.Integer(), name: Type.String() })

export const DeleteQuery = Type.Object({
  permanent: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'true: purges it at once. For the owner of the project or a team admin.',
    }),
  ),
})
