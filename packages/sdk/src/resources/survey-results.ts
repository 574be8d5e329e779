/** Reading the results of a survey. Needs the scope `survey:read`. */
import type {
  MediaRecord,
  ResultColumn,
  ResultRespondent,
  ResultResponse,
  SurveyRecord,
  SurveyResults,
} from '../contract.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import { apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import { type CursorPagePromise, type CursorQuery, listByCursor } from '../http/cursor-page.ts'
import type { RequestOptions } from '../options.ts'
import { readResponseLines } from './response-stream.ts'

export interface ResponseFilter {
  /** For the column at a position: `4:2,7` one of these options, `5:s0-6` a score from 0 to 6, `6:*` any answer. */
  f?: string | readonly string[] | undefined
  /** Date or time of the first responses. */
  from?: string | undefined
  /** Exclusive. */
  before?: string | undefined
  /** Words that an open answer must contain. */
  words?: string | undefined
}

function surveyResultCalls(core: Core) {
  const requestFor = <Operation extends Call['operation']>(operation: Operation, uploadKey: string) => ({
    operation,
    params: { upload_key: uploadKey },
  })
  const filterOf = ({ f, from, before, words }: ResponseFilter) => ({ f, from, before, words })
  const pages = <Item>(
    operation: Call['operation'],
    { uploadKey, items, query }: { uploadKey: string; items: string; query: NonNullable<Call['query']> },
    options?: RequestOptions,
  ): CursorPagePromise<Item> =>
    listByCursor(core, { ...requestFor(operation, uploadKey), items, query }, options)
  return {
    get: (uploadKey: string, options?: RequestOptions): ApiPromise<SurveyRecord> =>
      apiPromise(call(core, requestFor('surveys.get', uploadKey), options)),
    columns: (uploadKey: string, options?: RequestOptions): ApiPromise<{ columns: ResultColumn[] }> =>
      apiPromise(call(core, requestFor('surveys.columns', uploadKey), options)),
    results: (
      uploadKey: string,
      filter: ResponseFilter,
      options?: RequestOptions,
    ): ApiPromise<SurveyResults> =>
      apiPromise(
        call(core, { ...requestFor('surveys.results', uploadKey), query: filterOf(filter) }, options),
      ),
    responses: (
      uploadKey: string,
      { limit, cursor, ...filter }: ResponseFilter & CursorQuery,
      options?: RequestOptions,
    ): CursorPagePromise<ResultResponse> => {
      const query = { ...filterOf(filter), limit, cursor }
      return pages('surveys.responses', { uploadKey, items: 'responses', query }, options)
    },
    async *stream(
      uploadKey: string,
      filter: ResponseFilter,
      options?: RequestOptions,
    ): AsyncGenerator<ResultResponse, void, undefined> {
      const request = {
        ...requestFor('surveys.responses', uploadKey),
        query: filterOf(filter),
        isStream: true,
      }
      const { data } = await call<ReadableStream<Uint8Array> | null>(core, request, options)
      yield* readResponseLines(data)
    },
    media: (uploadKey: string, { limit, cursor }: CursorQuery, options?: RequestOptions) =>
      pages<MediaRecord>('surveys.media', { uploadKey, items: 'media', query: { limit, cursor } }, options),
    respondents: (uploadKey: string, { limit, cursor }: CursorQuery, options?: RequestOptions) =>
      pages<ResultRespondent>(
        'surveys.respondents',
        { uploadKey, items: 'respondents', query: { limit, cursor } },
        options,
      ),
  }
}

/** The methods of `Surveys` that read results. */
export class SurveyReading {
  readonly #results: ReturnType<typeof surveyResultCalls>

  constructor(core: Core) {
    this.#results = surveyResultCalls(core)
  }

  /** The record with the paths of its results. Reading needs the scope `survey:read`. */
  get(uploadKey: string, options?: RequestOptions): ApiPromise<SurveyRecord> {
    return this.#results.get(uploadKey, options)
  }

  /** The columns, with the options of choice columns and how often each was chosen. */
  columns(uploadKey: string, options?: RequestOptions): ApiPromise<{ columns: ResultColumn[] }> {
    return this.#results.columns(uploadKey, options)
  }

  /** Responses in the order of the file: await one page, or iterate over all of them with `for await`. */
  responses(
    uploadKey: string,
    query: ResponseFilter & CursorQuery = {},
    options?: RequestOptions,
  ): CursorPagePromise<ResultResponse> {
    return this.#results.responses(uploadKey, query, options)
  }

  /** All matching responses in one call, as a stream. Fails with `stream_interrupted` if some are missing. */
  streamResponses(
    uploadKey: string,
    filter: ResponseFilter = {},
    options?: RequestOptions,
  ): AsyncGenerator<ResultResponse, void, undefined> {
    return this.#results.stream(uploadKey, filter, options)
  }

  /** Counts per option, NPS and rankings of every question, under a filter and without it. */
  results(
    uploadKey: string,
    filter: ResponseFilter = {},
    options?: RequestOptions,
  ): ApiPromise<SurveyResults> {
    return this.#results.results(uploadKey, filter, options)
  }

  /** Media files with what they are linked to. */
  media(
    uploadKey: string,
    query: CursorQuery = {},
    options?: RequestOptions,
  ): CursorPagePromise<MediaRecord> {
    return this.#results.media(uploadKey, query, options)
  }

  /** People with a known name or e-mail address. Needs the scope `participant:read` too. */
  respondents(
    uploadKey: string,
    query: CursorQuery = {},
    options?: RequestOptions,
  ): CursorPagePromise<ResultRespondent> {
    return this.#results.respondents(uploadKey, query, options)
  }
}
