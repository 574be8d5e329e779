import { type Static, Type } from 'typebox'

/** Empty when nothing has failed. */
export const SurveyErrorDetails = Type.Object({
  part_number: Type.Optional(Type.Integer()),
  code: Type.Optional(Type.String({ description: 'Stable error code.' })),
  message: Type.Optional(Type.String({ description: 'What happened and what to do.' })),
  missing_columns: Type.Optional(Type.Array(Type.String())),
  row: Type.Optional(Type.Integer({ description: 'Row number as in a spreadsheet: the header is row 1.' })),
  column: Type.Optional(
    Type.Integer({ description: 'Column number from 1, if the error is in one column of that row.' }),
  ),
  row_count: Type.Optional(Type.Integer()),
  row_limit: Type.Optional(Type.Integer()),
})
export type SurveyErrorDetails = Static<typeof SurveyErrorDetails>
