/** The JSON of Deepgram, AssemblyAI, Rev AI, Sonix and Amazon Transcribe. */
import { millisecondsToMs, secondsToMs } from '../text/clock.ts'
import { oneLine } from '../text/one-line.ts'
import type { CueWord, RawTranscript } from '../transcript.ts'
import { createCueList } from './cue-list.ts'
import { addTurns, readWords, type SpokenWord, withoutSource } from './spoken-words.ts'
import { asConfidence, asList, asRecord, asText, type JsonRecord } from './values.ts'

const deepgramWords = { text: ['punctuated_word', 'word'], start: 'start', end: 'end' }

/** Utterances if the request asked for them, else words. */
export function readDeepgram(file: JsonRecord, results: JsonRecord): RawTranscript {
  const list = createCueList()
  const channels = asList(results['channels']) ?? []
  const utterances = asList(results['utterances'])
  const channelOf = (channel: unknown) => (channels.length > 1 ? channel : undefined)
  for (const item of utterances ?? []) {
    const utterance = asRecord(item)
    if (!utterance) list.skip()
    else
      list.add({
        startMs: secondsToMs(utterance['start']),
        endMs: secondsToMs(utterance['end']),
        speaker: utterance['speaker'] ?? channelOf(utterance['channel']),
        text: utterance['transcript'],
        words: readWords(utterance['words'], deepgramWords).map(withoutSource),
        confidence: asConfidence(utterance['confidence']),
      })
  }
  if (utterances === null || utterances.length === 0)
    for (const [index, item] of channels.entries()) {
      const best = asRecord(asList(asRecord(item)?.['alternatives'])?.[0])
      const words = readWords(best?.['words'], deepgramWords)
      addTurns(
        list,
        words.map((word) => ({ ...word, speaker: word.source['speaker'] ?? channelOf(index) })),
      )
    }
  const detected = asRecord(channels[0])?.['detected_language']
  return list.finish(detected ?? asRecord(file['metadata'])?.['language'])
}

const assemblyWords = { text: ['text'], start: 'start', end: 'end', toMs: millisecondsToMs }

/** Times are milliseconds. */
export function readAssemblyAi(file: JsonRecord): RawTranscript {
  const list = createCueList()
  const all: SpokenWord[] = readWords(file['words'], assemblyWords).map((word) => ({
    ...word,
    speaker: word.source['speaker'] ?? undefined,
  }))
  const utterances = asList(file['utterances']) ?? []
  let next = 0
  for (const item of utterances) {
    const utterance = asRecord(item)
    if (!utterance) {
      list.skip()
      continue
    }
    const own = readWords(utterance['words'], assemblyWords).map(withoutSource)
    const endMs = millisecondsToMs(utterance['end'])
    const from = next
    while (next < all.length && (all[next]?.startMs ?? 0) < (endMs ?? 0)) next += 1
    const words = own.length > 0 ? own : all.slice(from, next).map(withoutSource)
    list.add({
      startMs: millisecondsToMs(utterance['start']),
      endMs,
      speaker: utterance['speaker'],
      text: utterance['text'],
      words: saysTheSame(words, utterance['text']) ? words : [],
      confidence: asConfidence(utterance['confidence']),
    })
  }
  if (utterances.length === 0) addTurns(list, all)
  return list.finish(file['language_code'])
}

function saysTheSame(words: readonly CueWord[], text: unknown): boolean {
  return oneLine(words.map((word) => word.text).join(' ')) === oneLine(asText(text) ?? '')
}

/** Monologues of elements; punctuation carries the spaces. */
export function readRevAi(file: JsonRecord, monologues: readonly unknown[]): RawTranscript {
  const list = createCueList()
  const names = new Map<unknown, unknown>()
  for (const item of asList(file['speakers']) ?? []) {
    const speaker = asRecord(item)
    if (speaker) names.set(speaker['id'], speaker['name'])
  }
  for (const item of monologues) {
    const monologue = asRecord(item)
    const elements = readWords(monologue?.['elements'], { text: ['value'], start: 'ts', end: 'end_ts' })
    if (!monologue || elements.length === 0) {
      list.skip()
      continue
    }
    list.add({
      startMs: elements.find(({ startMs }) => startMs !== null)?.startMs ?? null,
      endMs: elements.findLast(({ endMs }) => endMs !== null)?.endMs ?? null,
      speaker: names.get(monologue['speaker']) ?? monologue['speaker_name'] ?? monologue['speaker'],
      text: elements.map(({ text }) => text).join(''),
      words: elements.map(withoutSource),
    })
  }
  return list.finish(file['language'])
}

/** `transcript` is a list of turns with words. */
export function readSonix(file: JsonRecord, turns: readonly unknown[]): RawTranscript {
  const list = createCueList()
  for (const item of turns) {
    const turn = asRecord(item)
    const words = readWords(turn?.['words'], { text: ['text'], start: 'start_time', end: 'end_time' })
    list.add({
      startMs: secondsToMs(turn?.['start_time']),
      endMs: secondsToMs(turn?.['end_time']),
      speaker: turn?.['speaker'],
      text: words.length > 0 ? words.map(({ text }) => text).join('') : turn?.['text'],
      words: words.map(withoutSource),
    })
  }
  return list.finish(file['language'])
}

/** Items with strings as times. The speakers may be listed apart from them, by start. */
export function readAmazonTranscribe(results: JsonRecord, items: readonly unknown[]): RawTranscript {
  const list = createCueList()
  const labels = new Map<unknown, unknown>()
  for (const segment of asList(asRecord(results['speaker_labels'])?.['segments']) ?? [])
    for (const item of asList(asRecord(segment)?.['items']) ?? [])
      labels.set(asRecord(item)?.['start_time'], asRecord(item)?.['speaker_label'])
  const words = items.flatMap((item): SpokenWord[] => {
    const source = asRecord(item)
    const text = asText(asRecord(asList(source?.['alternatives'])?.[0])?.['content'])
    if (!source || text === null) return []
    const isAttached = source['type'] === 'punctuation'
    const speaker = isAttached ? undefined : (source['speaker_label'] ?? labels.get(source['start_time']))
    const [startMs, endMs] = [secondsToMs(source['start_time']), secondsToMs(source['end_time'])]
    return [{ text, startMs, endMs, isAttached, speaker }]
  })
  addTurns(list, words)
  return list.finish(results['language_code'])
}
