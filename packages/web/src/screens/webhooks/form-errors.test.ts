import { expect, it } from 'vitest'
import { readError } from '../../api/api-error.ts'
import { formErrorsOf } from './form-errors.ts'

const refusal = (status: number, body: object) => readError(Response.json(body, { status }))

it('shows a refused URL and a full key at their fields', async () => {
  const url = await refusal(400, { code: 'webhook_url_refused', error: 'The address is not public.' })
  expect(formErrorsOf(url)).toEqual({ url: 'The address is not public.' })
  const limit = await refusal(409, { code: 'webhook_limit_reached', error: 'Delete one first.' })
  expect(formErrorsOf(limit)).toEqual({ key: 'Delete one first.' })
})

it('shows projects that the key cannot access at the projects', async () => {
  const error = await refusal(404, { code: 'project_not_found', error: 'No such project.' })
  expect(Object.keys(formErrorsOf(error))).toEqual(['projects'])
})

it('shows rejected fields of the body, also within lists', async () => {
  const error = await refusal(400, {
    code: 'invalid_request',
    error: 'The request is invalid.',
    details: [
      { field: 'description', message: 'must have at most 200 characters' },
      { field: 'types.3', message: 'must be text' },
    ],
  })
  expect(formErrorsOf(error)).toEqual({
    description: 'The description must have at most 200 characters.',
    types: 'The event types must be text.',
  })
})

it('assigns other errors to no field', async () => {
  const unknown = {
    code: 'invalid_request',
    error: 'No.',
    details: [{ field: 'else', message: 'is unknown' }],
  }
  expect(formErrorsOf(await refusal(400, unknown))).toEqual({})
  expect(formErrorsOf(new Error('offline'))).toEqual({})
})
