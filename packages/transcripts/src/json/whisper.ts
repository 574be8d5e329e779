/** Whisper, WhisperX, whisper.cpp, the Transformers pipeline, and the JSON that Inlet exports. */
import { millisecondsToMs, secondsToMs } from '../text/clock.ts'
import type { RawTranscript } from '../transcript.ts'
import { createCueList } from './cue-list.ts'
import { readWords, withoutSource } from './spoken-words.ts'
import { asConfidence, asList, asRecord, type JsonRecord } from './values.ts'

/** `segments` with seconds in `start` and `end`. */
export function readWhisper(file: JsonRecord, segments: readonly unknown[]): RawTranscript {
  const list = createCueList()
  for (const item of segments) {
    const segment = asRecord(item)
    if (!segment) list.skip()
    else
      list.add({
        startMs: secondsToMs(segment['start']),
        endMs: secondsToMs(segment['end']),
        speaker: segment['speaker'],
        text: segment['text'],
        words: readWords(segment['words'], { text: ['word', 'text'], start: 'start', end: 'end' }).map(
          withoutSource,
        ),
      })
  }
  return list.finish(file['language'])
}

/** `segments` with milliseconds in `start_ms` and `end_ms`. */
export function readExport(file: JsonRecord, segments: readonly unknown[]): RawTranscript {
  const list = createCueList()
  const wordFields = { text: ['text'], start: 'start_ms', end: 'end_ms', toMs: millisecondsToMs }
  for (const item of segments) {
    const segment = asRecord(item)
    if (!segment) {
      list.skip()
      continue
    }
    const words = readWords(segment['words'], wordFields).map((word) => ({
      ...withoutSource(word),
      ...(word.source['is_approximate'] === true && { isApproximate: true }),
    }))
    list.add({
      startMs: millisecondsToMs(segment['start_ms']),
      endMs: millisecondsToMs(segment['end_ms']),
      speaker: segment['speaker_name'] ?? segment['speaker'],
      text: segment['text'],
      confidence: asConfidence(segment['confidence']),
      isSuspicious: segment['is_suspicious'] === true,
      words,
    })
  }
  return list.finish(file['language'])
}

/** `transcription` with `offsets` in milliseconds. */
export function readWhisperCpp(file: JsonRecord, transcription: readonly unknown[]): RawTranscript {
  const list = createCueList()
  for (const item of transcription) {
    const segment = asRecord(item)
    const offsets = asRecord(segment?.['offsets'])
    list.add({
      startMs: millisecondsToMs(offsets?.['from']),
      endMs: millisecondsToMs(offsets?.['to']),
      speaker: segment?.['speaker'],
      text: segment?.['text'],
    })
  }
  return list.finish(asRecord(file['result'])?.['language'])
}

/** `chunks` with `timestamp: [start, end]`. */
export function readTransformers(file: JsonRecord, chunks: readonly unknown[]): RawTranscript {
  const list = createCueList()
  for (const item of chunks) {
    const chunk = asRecord(item)
    const [start, end] = asList(chunk?.['timestamp']) ?? []
    list.add({
      startMs: secondsToMs(start),
      endMs: secondsToMs(end),
      speaker: chunk?.['speaker'],
      text: chunk?.['text'],
    })
  }
  return list.finish(file['language'])
}
