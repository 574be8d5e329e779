import { Type } from 'typebox'

export const maxWaitSeconds = 45

/** Without a default, so that an unusable value is an error and not a call that does not wait. */
export const waitParameter = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxWaitSeconds,
      description: `${description} In seconds; values above ${maxWaitSeconds} are treated as ${maxWaitSeconds}.`,
    }),
  )

export const statusWait = waitParameter(
  'How long to wait while the import is being processed. The call returns as soon as its status is final, and immediately if the next step is yours.',
)
