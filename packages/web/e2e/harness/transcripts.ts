/** Writes transcripts of any length directly to the database, instead of transcribing long recordings. */
import { Client } from 'pg'

const databaseUrl = process.env['INLET_E2E_DATABASE'] ?? ''

const talk = [
  'Tell me about the last time you tried to export a report.',
  'I tried it on Monday and it took so long that I went for a coffee.',
  'And what did you do when you came back?',
  'It was still running, so I copied the numbers by hand, which is silly, but it was faster.',
  'How often does that happen?',
  'Every week, more or less. My colleague Renée says the same, and she has a newer machine.',
]

export interface WrittenTranscript {
  lines: number
  msPerLine: number
  /** Speaker ids, in turn. Empty for a transcript without speaker identification. */
  voices: readonly string[]
  /** Sentences, in turn. Defaults to a short interview. */
  sentences?: readonly string[]
  /** The transcription is still running. */
  isGrowing?: boolean
}

export async function withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Sets columns of a file directly, for states that a test cannot produce in time. */
export const setFile = (key: string, values: string) =>
  withDatabase((client) => client.query(`update file set ${values} where key = $1`, [key]))

/** Replaces the transcript of a ready file and adjusts the duration of the recording. */
export async function writeTranscript(key: string, written: WrittenTranscript): Promise<void> {
  const { lines, msPerLine, voices, sentences = talk, isGrowing = false } = written
  await withDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select recording_id as id from file where key = $1',
      [key],
    )
    const id = rows[0]?.id
    await client.query(`update recording set duration_ms = $2, notices = '{}' where id = $1`, [
      id,
      lines * msPerLine,
    ])
    await client.query(
      `insert into transcript (recording_id, engine, model, language, segment_count, heard_ms, completed_at)
       values ($1, 'whisper', 'base', 'en', $2, $3, case when $4 then null else now() end)
       on conflict (recording_id) do update set segment_count = excluded.segment_count, language = 'en',
         heard_ms = excluded.heard_ms, completed_at = excluded.completed_at`,
      [id, lines, lines * msPerLine, isGrowing],
    )
    await client.query('delete from transcript_segment where recording_id = $1', [id])
    const rowsToWrite = Array.from({ length: lines }, (_, number) => {
      const words = (sentences[number % sentences.length] ?? '').split(' ')
      const start = number * msPerLine
      const step = Math.floor((msPerLine * 0.9) / words.length)
      return {
        number,
        start,
        end: start + Math.floor(msPerLine * 0.9),
        text: words.join(' '),
        speaker: voices[number % Math.max(voices.length, 1)] ?? null,
        words,
        starts: words.map((_word, place) => start + place * step),
        ends: words.map((_word, place) => start + place * step + step - 20),
      }
    })
    await client.query(
      `insert into transcript_segment (recording_id, number, start_ms, end_ms, text, speaker, is_suspicious, words,
         word_starts_ms, word_ends_ms, are_times_approximate)
       select $1, (s->>'number')::int, (s->>'start')::int, (s->>'end')::int, s->>'text', s->>'speaker', false,
         array(select jsonb_array_elements_text(s->'words')),
         array(select jsonb_array_elements_text(s->'starts')::int),
         array(select jsonb_array_elements_text(s->'ends')::int), false
       from jsonb_array_elements($2::jsonb) as s`,
      [id, JSON.stringify(rowsToWrite)],
    )
  })
}
