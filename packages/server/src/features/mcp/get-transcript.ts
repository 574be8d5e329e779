import { Type } from 'typebox'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { parseCursor, writeCursor } from '../../platform/http/cursor.ts'
import type { PlaybackRow } from '../recordings/recordings.public.ts'
import { readTranscript, requireMediaRecording, requireRecordedFile } from '../results/results.public.ts'
import { Citation, type Citations, type RecordingSource } from './citation.ts'
import { clipName, createResultSpace, splitText } from './passages.policy.ts'
import { Cursor, defineTool, Key, NextCursor, toolInput } from './tool.ts'

const Milliseconds = Type.Optional(Type.Integer({ minimum: 0 }))

const Line = Type.Object({
  speaker: Type.Union([Type.String(), Type.Null()], { description: 'Name or label of the speaker.' }),
  text: Type.String(),
  citation: Citation,
})

export const getTranscript = defineTool({
  name: 'get_transcript',
  title: 'Get transcript',
  description:
    'Reads the transcript of a recording, or of a media file of a survey: lines with speaker, time and citation. from_ms and to_ms select the lines that overlap a part of the recording.',
  input: toolInput({
    key: { ...Key, description: 'Key from list_materials, or from a citation of the kind transcript.' },
    from_ms: Milliseconds,
    to_ms: Milliseconds,
    cursor: Cursor,
  }),
  output: Type.Object({
    name: Type.String(),
    language: Type.String(),
    duration_ms: Type.Integer(),
    lines: Type.Array(Line),
    next_cursor: NextCursor,
  }),
  async run({ db, principal, citations }, { key, from_ms = 0, to_ms = Number.MAX_SAFE_INTEGER, cursor }) {
    const place = readPlace(cursor)
    const row = await requireAnyRecording(db, principal, key)
    const { language, duration_ms, segments } = await readTranscript({ db }, row, place.number)
    const source = { key, name: row.name, projectId: row.project_id, owner: row.owner, urlKey: row.key }
    const wanted = segments.filter(({ start_ms, end_ms }) => end_ms >= from_ms && start_ms <= to_ms)
    const { lines, next_cursor } = fitLines(citations, source, wanted, place)
    return { name: clipName(row.name), language, duration_ms, lines, next_cursor }
  },
})

/** A segment, and the first character that was not returned yet. */
interface Place {
  number: number
  offset: number
}

function readPlace(cursor: string | undefined): Place {
  if (!cursor) return { number: 0, offset: 0 }
  const [number, offset] = parseCursor(cursor)
  if (!isPlace(number) || !isPlace(offset)) throw new AppError('invalid_cursor')
  return { number, offset }
}

const isPlace = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31

/** Keys of files and media files look the same; a key that is neither is reported as an unknown file. */
async function requireAnyRecording(db: Db, principal: Principal, key: string): Promise<PlaybackRow> {
  try {
    return await requireRecordedFile(db, principal, key)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'file_not_found') throw error
    return requireMediaRecording(db, principal, { mediaKey: key, hasPeople: false }).catch(
      (other: unknown) => {
        throw other instanceof AppError && other.code === 'media_not_found' ? error : other
      },
    )
  }
}

type Segment = Awaited<ReturnType<typeof readTranscript>>['segments'][number]

function fitLines(citations: Citations, source: RecordingSource, segments: readonly Segment[], from: Place) {
  const space = createResultSpace()
  const lines = []
  for (const { number, start_ms, end_ms, speaker, speaker_name, text } of segments)
    for (const span of splitText(text, number === from.number ? from.offset : 0)) {
      const citation = citations.line(source, { startMs: start_ms, endMs: end_ms }, span)
      const line = { speaker: speaker_name ?? speaker, text: span.text, citation }
      if (!space.add(line)) return { lines, next_cursor: writeCursor([number, span.start]) }
      lines.push(line)
    }
  return { lines, next_cursor: null }
}
