/** One piece of a recording to the server and back, as large and with as many wishes as it takes. */

import { samplesPerMs } from '../audio.ts'
import { quietestPoint } from '../quiet-point.ts'
import { SpeechError } from '../speech-engine.ts'
import type { Segment } from '../transcript.ts'
import type { WavReader } from '../wav.ts'
import { wavHeader, wavHeaderBytes } from '../wav.ts'
import type { Answer } from './answer.ts'
import { readAnswer } from './answer.ts'
import { segmentAnswer } from './answer-segments.ts'
import type { Reply } from './ask-server.ts'
import { askServer, nameOf } from './ask-server.ts'
import type { Endpoint } from './endpoint.ts'
import type { Piece } from './piece.ts'
import { cutPiece, pauseNearMiddle } from './piece.ts'
import { buildForm, plainWish } from './request-form.ts'

/** A server that does not take this much takes nothing. */
const minPieceMs = 2000
/** Text without times is spread over the voice of its piece; in a longer one it would lie seconds from where it was said. */
const maxPlainMs = 25_000

export type SpeechServer = {
  readonly endpoint: Endpoint
  /** What its answers have taught us: not asked for a second time. */
  readonly learned: { wish: number; maxAudioBytes: number }
}

export type Recording = {
  readonly wav: Pick<WavReader, 'read' | 'readPcm'>
  readonly language: string | undefined
  readonly signal: AbortSignal | undefined
}

/** `fromWish`: those before it are not asked for this piece. */
export async function recognizePiece(
  server: SpeechServer,
  recording: Recording,
  piece: Piece,
  fromWish = server.learned.wish,
): Promise<Segment[]> {
  const outcome = await ask(server, recording, { piece, fromWish })
  if (outcome.kind === 'answered') return segmentAnswer(outcome.answer, piece)
  if (piece.endMs - piece.startMs < minPieceMs)
    throw new SpeechError('engine_failed', `${nameOf(server.endpoint)} does not even take short requests`)
  const cutMs = pauseNearMiddle(piece) ?? (await quietestNearMiddle(recording, piece))
  const segments: Segment[] = []
  for (const half of cutPiece(piece, cutMs))
    segments.push(...(await recognizePiece(server, recording, half, outcome.wish)))
  return segments
}

type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The piece is too large, for the server or for this wish. */
  | { readonly kind: 'too_large'; readonly wish: number }

async function ask(
  { endpoint, learned }: SpeechServer,
  recording: Recording,
  { piece, fromWish }: { piece: Piece; fromWish: number },
): Promise<Outcome> {
  const lengthMs = piece.endMs - piece.startMs
  const bytes = wavHeaderBytes + 2 * samplesPerMs * lengthMs
  if (bytes > learned.maxAudioBytes) return { kind: 'too_large', wish: fromWish }
  const wav = await readPiece(recording, piece)
  const { language, signal } = recording
  for (let wish = fromWish; ; wish += 1) {
    if (wish === plainWish && lengthMs > maxPlainMs) return { kind: 'too_large', wish }
    const form = buildForm({ wav, model: endpoint.model, language, wish })
    const reply = await askServer(endpoint, form, signal)
    switch (reply.kind) {
      case 'ok':
        // Only now: what was wrong may have been something else, that is wrong with every wish.
        learned.wish = Math.max(learned.wish, wish)
        return { kind: 'answered', answer: read(endpoint, reply) }
      case 'too_large':
        // Three quarters, because a half may be that large: it is cut at a pause.
        learned.maxAudioBytes = Math.min(learned.maxAudioBytes, Math.floor(bytes * 0.75))
        return { kind: 'too_large', wish }
      case 'other_form':
        if (wish >= plainWish) throw new SpeechError('engine_failed', `${nameOf(endpoint)} ${reply.reason}`)
        break
      default:
        reply satisfies never
    }
  }
}

function read(endpoint: Endpoint, { body }: Extract<Reply, { kind: 'ok' }>): Answer {
  const answer = readAnswer(parse(body))
  if (answer === null)
    throw new SpeechError(
      'engine_failed',
      `${nameOf(endpoint)} sends an answer that is not of the agreed form`,
    )
  return answer
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

async function readPiece({ wav }: Recording, { startMs, endMs }: Piece): Promise<Blob> {
  const pcm = await wav.readPcm(startMs * samplesPerMs, (endMs - startMs) * samplesPerMs)
  return new Blob([wavHeader(pcm.length), pcm], { type: 'audio/wav' })
}

async function quietestNearMiddle({ wav }: Recording, { startMs, endMs }: Piece): Promise<number> {
  const quarterMs = Math.floor((endMs - startMs) / 4)
  const fromMs = startMs + quarterMs
  const samples = await wav.read(fromMs * samplesPerMs, 2 * quarterMs * samplesPerMs)
  return fromMs + Math.floor(quietestPoint(samples) / samplesPerMs)
}
