/** What went wrong with a call, in the words of the server where there are any. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** From the error catalogue; `unreachable` when no answer came. */
  readonly code: string
  /** 0 when no answer came. */
  readonly status: number
  readonly requestId: string | undefined
  readonly details: readonly { field: string; message: string }[]

  constructor(
    message: string,
    about: {
      code: string
      status: number
      requestId?: string | undefined
      details?: readonly { field: string; message: string }[] | undefined
      cause?: unknown
    },
  ) {
    super(message, { cause: about.cause })
    this.code = about.code
    this.status = about.status
    this.requestId = about.requestId
    this.details = about.details ?? []
  }
}

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)

export const unreachable = (cause: unknown): ApiError =>
  new ApiError('The server does not answer. Check your connection; what you see stays as it was.', {
    code: 'unreachable',
    status: 0,
    cause,
  })

export async function readError(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => undefined)) as
    | {
        error?: string
        code?: string
        request_id?: string
        details?: { field: string; message: string }[]
      }
    | undefined
  return new ApiError(body?.error ?? `The server answered with status ${answer.status}. Try again shortly.`, {
    code: body?.code ?? 'unexpected_answer',
    status: answer.status,
    requestId: body?.request_id,
    details: body?.details,
  })
}
