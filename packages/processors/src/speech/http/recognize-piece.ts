/** Sends a piece to the server, as large and with as many details as it accepts. */

import { samplesPerMs } from '../audio.ts'
import { quietestPoint } from '../quiet-point.ts'
import { SpeechError } from '../speech-engine.ts'
import type { Segment } from '../transcript.ts'
import type { WavReader } from '../wav.ts'
import { wavHeader, wavHeaderBytes } from '../wav.ts'
import type { Answer } from './answer.ts'
import { readAnswer } from './answer.ts'
import { segmentAnswer } from './answer-segments.ts'
import type { Endpoint } from './endpoint.ts'
import type { Piece } from './piece.ts'
import { cutPiece, pauseNearMiddle } from './piece.ts'
import { buildForm, plainWish } from './request-form.ts'
import type { Reply } from './request-transcription.ts'
import { nameOf, requestTranscription } from './request-transcription.ts'

/** A server that does not accept this much accepts nothing. */
const minPieceMs = 2000
/** Text without times is spread over the voice of its piece; in a longer piece it would be off by seconds. */
const maxPlainMs = 25_000

export type SpeechServer = {
  readonly endpoint: Endpoint
  /** What earlier responses showed, so that it is not requested again. */
  readonly learned: { wish: number; maxAudioBytes: number }
}

export type Recording = {
  readonly wav: Pick<WavReader, 'read' | 'readPcm'>
  readonly language: string | undefined
  readonly signal: AbortSignal | undefined
}

/** `fromWish`: the level of detail to start with for this piece. */
export async function recognizePiece(
  server: SpeechServer,
  recording: Recording,
  piece: Piece,
  fromWish = server.learned.wish,
): Promise<Segment[]> {
  const outcome = await ask(server, recording, { piece, fromWish })
  if (outcome.kind === 'answered') return segmentAnswer(outcome.answer, piece)
  if (piece.endMs - piece.startMs < minPieceMs)
    throw new SpeechError(
      'engine_failed',
      `${nameOf(server.endpoint)} rejects even short requests as too large`,
    )
  const cutMs = pauseNearMiddle(piece) ?? (await quietestNearMiddle(recording, piece))
  const segments: Segment[] = []
  for (const half of cutPiece(piece, cutMs))
    segments.push(...(await recognizePiece(server, recording, half, outcome.wish)))
  return segments
}

type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The piece is too large for the server or for this level of detail. */
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
    const reply = await requestTranscription(endpoint, form, signal)
    switch (reply.kind) {
      case 'ok':
        // Only now, because the error may have another cause that affects every level.
        learned.wish = Math.max(learned.wish, wish)
        return { kind: 'answered', answer: read(endpoint, reply) }
      case 'too_large':
        // Three quarters, because a half may be that large when cut at a pause.
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
