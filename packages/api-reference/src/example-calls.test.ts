import { expect, it } from 'vitest'
import { documentedOperations } from './documented-operation.ts'
import { exampleCalls } from './example-calls.ts'
import type { Operation } from './openapi-document.ts'

function examplesOf(path: string, method: string, operation: Operation) {
  const [documented] = documentedOperations({ paths: { [path]: { [method]: operation } } })
  if (!documented) throw new Error('The operation is missing.')
  return exampleCalls(documented)
}

const token = [{ accessToken: ['file:write'] }]

it('fills in path and query, and names the method where curl has another default', () => {
  const { curl, python } = examplesOf('/uploads/{upload_key}/parts/{part_number}/retry', 'post', {
    security: token,
    parameters: [
      { name: 'upload_key', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'part_number', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'note', in: 'query', schema: { type: 'string', examples: ['a b'] } },
    ],
  })
  expect(curl).toMatch(/^curl -X POST "\$INLET_URL\/uploads\/\w+\/parts\/1\/retry\?note=a%20b" \\\n/)
  expect(curl).toContain('-H "Authorization: Bearer $TOKEN"')
  expect(python).toContain('requests.post(')
})

it('uses the example of a parameter, encoded', () => {
  const { curl } = examplesOf('/media/{filename}', 'get', {
    parameters: [{ name: 'filename', in: 'path', example: 'a/b.mp4', schema: { type: 'string' } }],
  })
  expect(curl).toContain('/media/a%2Fb.mp4"')
})

it('writes a JSON body in the syntax of each language, including quotes', () => {
  const schema = {
    type: 'object',
    required: ['title', 'flag', 'nothing'],
    properties: {
      title: { type: 'string', examples: ["Maya's notes"] },
      flag: { type: 'boolean' },
      nothing: { enum: [null] },
    },
  }
  const samples = examplesOf('/things', 'post', {
    security: token,
    requestBody: { required: true, content: { 'application/json': { schema } } },
  })
  expect(samples.curl).toContain(`"title": "Maya'\\''s notes",`)
  expect(samples.curl).toContain('"nothing": null\n')
  expect(samples.javascript).toContain('"flag": true,')
  expect(samples.python).toContain('"flag": True,')
  expect(samples.python).toContain('"nothing": None,')
})

it('reads form credentials from the environment', () => {
  const schema = { type: 'object', properties: { client_id: { type: 'string' } } }
  const samples = examplesOf('/token', 'post', {
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
  })
  expect(samples.curl).toContain('--data-urlencode "client_id=$CLIENT_ID"')
  expect(samples.javascript).toContain('"client_id": process.env.CLIENT_ID')
  expect(samples.python).toContain('"client_id": os.environ["CLIENT_ID"]')
  expect(samples.curl).not.toContain('$TOKEN')
})
