/** Changes of a transcript: its text, their history, and who speaks. */
import { type Static, Type } from 'typebox'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { RecordingParams, Speaker, TranscriptSegment } from './recordings.ts'
import { defineWorkspaceRoute } from './route.ts'
import { Count, orNull, Time } from './shapes.ts'

export const maxLineChars = 20_000
export const maxEditedLines = 200
const maxInteger = 2_147_483_647
const versionOf = (description: string) => Type.Integer({ minimum: 0, maximum: maxInteger, description })
const LineNumber = Type.Integer({ minimum: 0, maximum: maxInteger })

const isChanged = 'A line has changed since it was read. `lines` has its current text.'

/** Added to the error `transcript_changed`. */
export const TranscriptConflict = Type.Object({ version: Count, lines: Type.Array(TranscriptSegment) })
export type TranscriptConflict = Static<typeof TranscriptConflict>

const ChangedTranscript = Type.Object({
  version: Type.Integer({ description: 'Of the transcript, and of the lines that were changed.' }),
  lines: Type.Array(TranscriptSegment, { description: 'The lines with their new text.' }),
  changed: Type.Boolean({ description: 'False if the lines had that text already.' }),
})

export const editTranscript = defineWorkspaceRoute({
  operationId: 'recordings.editTranscript',
  method: 'PATCH',
  path: '/recordings/{owner}/{key}/transcript',
  summary: 'Change the text of lines',
  description: 'Unchanged words keep their times. All lines are changed, or none.',
  params: RecordingParams,
  conflict: isChanged,
  body: Type.Object({
    lines: Type.Array(
      Type.Object({
        number: LineNumber,
        version: versionOf('Of the line when it was read.'),
        text: Type.String({ maxLength: maxLineChars, description: 'Empty to remove the text.' }),
      }),
      { minItems: 1, maxItems: maxEditedLines },
    ),
    continues: Type.Optional(
      versionOf('The last change, by the same person and of the same lines, that this one continues.'),
    ),
  }),
  responses: { 200: ChangedTranscript },
})

export const replaceInTranscript = defineWorkspaceRoute({
  operationId: 'recordings.replaceInTranscript',
  method: 'POST',
  path: '/recordings/{owner}/{key}/transcript/replace',
  summary: 'Find and replace in all lines',
  params: RecordingParams,
  body: Type.Object({
    find: Type.String({ minLength: 1, maxLength: 1000 }),
    replacement: Type.String({ maxLength: 1000 }),
    match_case: Type.Optional(Type.Boolean()),
    whole_words: Type.Optional(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({
      ...ChangedTranscript.properties,
      match_count: Count,
    }),
  },
})

export interface FindOptions {
  find: string
  match_case?: boolean
  whole_words?: boolean
}

/** What find and replace finds in a line, so that the page counts exactly what the server replaces. */
export function findPattern({ find, match_case = false, whole_words = false }: FindOptions): RegExp {
  const text = find.split(/\s+/).map(escapePattern).join('\\s+')
  const before = whole_words ? '(?<![\\p{L}\\p{M}\\p{N}_])' : ''
  const after = whole_words ? '(?![\\p{L}\\p{M}\\p{N}_])' : ''
  return new RegExp(`${before}${text}${after}`, match_case ? 'gu' : 'giu')
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

export const TranscriptChangeKind = Type.Enum(['edit', 'replace', 'revert', 'restore'])
export type TranscriptChangeKind = Static<typeof TranscriptChangeKind>

/** A change lists this many of its lines. */
export const maxChangeLines = 5

export const TranscriptChange = Type.Object({
  version: Count,
  kind: TranscriptChangeKind,
  by: Type.Object({ id: Type.Integer(), name: Type.String() }),
  at: Time,
  line_count: Count,
  lines: Type.Array(
    Type.Object({
      number: Count,
      start_ms: Count,
      before: Type.String(),
      after: Type.String(),
    }),
    { maxItems: maxChangeLines },
  ),
})
export type TranscriptChange = Static<typeof TranscriptChange>

export const listTranscriptChanges = defineWorkspaceRoute({
  operationId: 'recordings.listTranscriptChanges',
  method: 'GET',
  path: '/recordings/{owner}/{key}/transcript/changes',
  summary: 'List the changes of a transcript, newest first',
  description: 'For people who can edit: the history contains text that others no longer see.',
  params: RecordingParams,
  query: Type.Object({ ...CursorQuery.properties, line: Type.Optional(LineNumber) }),
  responses: { 200: cursorPageOf('changes', TranscriptChange) },
})

export const revertTranscript = defineWorkspaceRoute({
  operationId: 'recordings.revertTranscript',
  method: 'POST',
  path: '/recordings/{owner}/{key}/transcript/revert',
  summary: 'Undo one change',
  description:
    'The lines get the text and the word times that they had before. The undo is a change that can be undone.',
  params: RecordingParams,
  conflict: isChanged,
  body: Type.Object({ version: versionOf('Of the change to undo.') }),
  responses: { 200: ChangedTranscript },
})

export const restoreTranscript = defineWorkspaceRoute({
  operationId: 'recordings.restoreTranscript',
  method: 'POST',
  path: '/recordings/{owner}/{key}/transcript/restore',
  summary: 'Restore the lines of an earlier version',
  params: RecordingParams,
  conflict: isChanged,
  body: Type.Object({
    version: versionOf('The last change to keep; 0 restores the first text.'),
    seen_version: versionOf('Of the transcript that the user sees.'),
  }),
  responses: { 200: ChangedTranscript },
})

const SpeakerNameValue = orNull(Type.String({ minLength: 1, maxLength: 200 }))

/** Names of labels apply to all of their lines; names of lines take precedence. null removes a name. */
export const SpeakerAssignment = Type.Object({
  labels: Type.Optional(
    Type.Array(Type.Object({ speaker: Type.String({ maxLength: 200 }), name: SpeakerNameValue }), {
      maxItems: 200,
    }),
  ),
  lines: Type.Optional(
    Type.Array(Type.Object({ first: LineNumber, last: LineNumber, name: SpeakerNameValue }), {
      maxItems: 5000,
    }),
  ),
})
export type SpeakerAssignment = Static<typeof SpeakerAssignment>

export const assignSpeakers = defineWorkspaceRoute({
  operationId: 'recordings.assignSpeakers',
  method: 'POST',
  path: '/recordings/{owner}/{key}/speakers',
  summary: 'Name the speakers of labels and of ranges of lines',
  description:
    'Labels are named first, which removes the names of their single lines. `before` undoes the call.',
  params: RecordingParams,
  body: SpeakerAssignment,
  responses: {
    200: Type.Object({
      speakers: Type.Array(Speaker),
      before: SpeakerAssignment,
      names_version: Count,
    }),
  },
})

export const SpeakerSuggestion = Type.Object({
  name: Type.String(),
  source: Type.Enum(['recording', 'project', 'team', 'participant']),
})
export type SpeakerSuggestion = Static<typeof SpeakerSuggestion>

export const suggestSpeakers = defineWorkspaceRoute({
  operationId: 'recordings.suggestSpeakers',
  method: 'GET',
  path: '/recordings/{owner}/{key}/speakers/suggestions',
  summary: 'Suggest names: of this recording, its project, the team and participants',
  params: RecordingParams,
  query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
  responses: { 200: Type.Object({ suggestions: Type.Array(SpeakerSuggestion, { maxItems: 20 }) }) },
})
