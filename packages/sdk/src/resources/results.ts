/** Reading what processing has made of an import. Needs the read scope of its kind, such as `file:read`. */
import type { ResultUrls, TextPages } from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'

export interface PageRange {
  /** Number of the first page, 1 by default. */
  from?: number | undefined
  /** Pages to return, 50 by default and at most 100. */
  limit?: number | undefined
}

export interface TranscriptOptions extends RequestOptions {
  /** Adds timed words to each segment; with JSON only. */
  words?: boolean | undefined
  /** Returns what has been transcribed so far, while the recording is being processed. */
  partial?: boolean | undefined
}

export type CaptionFormat = 'vtt' | 'srt' | 'txt'

type Operation = Call['operation']
type Params = Record<string, string>

export function readResult<T>(
  core: Core,
  request: Pick<Call, 'operation' | 'params' | 'query' | 'isText'>,
  options?: RequestOptions,
): ApiPromise<T> {
  return apiPromise(call<T>(core, request, options))
}

export function readTranscript<T>(
  core: Core,
  { operation, params }: { operation: Operation; params: Params },
  { format = 'json', words, partial, ...options }: TranscriptOptions & { format?: 'json' | CaptionFormat },
): ApiPromise<T> {
  const query = {
    format: format === 'json' ? undefined : format,
    words: words ? 'true' : undefined,
    partial: partial ? 'true' : undefined,
  }
  return readResult(core, { operation, params, query, isText: format !== 'json' }, options)
}

/** Texts and files of an insight or file. */
export function textCalls(core: Core, resource: 'insights' | 'files', paramsOf: (key: string) => Params) {
  return {
    pages: (key: string, { from, limit }: PageRange = {}, options?: RequestOptions) =>
      readResult<TextPages>(
        core,
        { operation: `${resource}.pages`, params: paramsOf(key), query: { from, limit } },
        options,
      ),
    text: (key: string, options?: RequestOptions) =>
      readResult<string>(
        core,
        { operation: `${resource}.text`, params: paramsOf(key), isText: true },
        options,
      ),
    urls: (key: string, options?: RequestOptions) =>
      readResult<ResultUrls>(core, { operation: `${resource}.urls`, params: paramsOf(key) }, options),
  }
}
