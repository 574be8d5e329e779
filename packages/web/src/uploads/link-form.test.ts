import { InletError } from '@inlet/sdk/shared/errors'
import { describe, expect, it } from 'vitest'
import { checkLink, linkErrorsOf } from './link-form.ts'

describe('a link', () => {
  it.each([
    ['https://a.example/talk.mp4?signature=x', '', 'talk.mp4'],
    ['https://a.example/view?id=1', 'talk.mp4', 'talk.mp4'],
    ['https://a.example/talk.mp4', 'Interview 1.mp4', 'Interview 1.mp4'],
  ])('%s with the name "%s" is imported as %s', (url, name, fileName) =>
    expect(checkLink(url, name)).toEqual({ fileName }),
  )

  it.each([
    ['talk.mp4', '', 'url', 'https://'],
    ['ftp://a.example/talk.mp4', '', 'url', 'https://'],
    ['https://a.example/view', '', 'name', 'Enter one'],
    ['https://a.example/tool.exe', '', 'name', 'not supported'],
    ['https://a.example/talk.mp4', 'talk', 'name', 'not supported'],
    ['https://a.example/answers.csv', '', 'name', 'Surveys'],
  ])('%s with the name "%s" is refused by %s', (url, name, field, message) =>
    expect(checkLink(url, name)).toEqual({ errors: { [field]: expect.stringContaining(message) } }),
  )
})

it('shows a refusal of the server at its field', () => {
  const refusal = (field: string) =>
    new InletError('The address is not public.', {
      code: 'invalid_request',
      details: [{ field, message: 'x' }],
    })
  expect(linkErrorsOf(refusal('source_url'))).toEqual({ url: 'The address is not public.' })
  expect(linkErrorsOf(refusal('file_name'))).toEqual({ name: 'The address is not public.' })
  expect(linkErrorsOf(refusal('project_id'))).toEqual({})
  expect(linkErrorsOf(new Error('x'))).toEqual({})
})
