/** The same call in three languages, generated from the operation's schemas. */
import { javascriptLiteral, jsonLiteral, pythonLiteral } from './code-literal.ts'
import type { DocumentedOperation } from './documented-operation.ts'
import { exampleOf, unknownText } from './example-value.ts'

export const languages = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'python', label: 'Python' },
] as const

type Language = (typeof languages)[number]['id']
export type Samples = Record<Language, string>

interface Call {
  method: string
  /** Path with example values for its parameters, and the query. */
  target: string
  needsToken: boolean
  json?: unknown
  form?: Record<string, unknown>
}

export function exampleCalls(operation: DocumentedOperation): Samples {
  const call = exampleCall(operation)
  return { curl: curl(call), javascript: javascript(call), python: python(call) }
}

function exampleCall({ method, path, parameters, body, needsToken }: DocumentedOperation): Call {
  const encodedExample = (name: string) => {
    const parameter = parameters.find((one) => one.name === name)
    const value = parameter?.example ?? exampleOf(parameter?.schema ?? {}, name)
    return encodeURIComponent(String(value === unknownText ? name : value))
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodedExample(name))
  const query = parameters.filter((parameter) => parameter.in === 'query')
  // One optional parameter is enough to show how they are sent.
  const shown = query.filter((parameter, index) => parameter.required || index === 0)
  const search = shown.map(({ name }) => `${name}=${encodedExample(name)}`).join('&')
  const example = body && exampleOf(body.schema, '', 'few fields')
  const isForm = body?.mediaType === 'application/x-www-form-urlencoded'
  return {
    method,
    target: search === '' ? filled : `${filled}?${search}`,
    needsToken,
    ...(body && (isForm ? { form: example as Record<string, unknown> } : { json: example })),
  }
}

function curl({ method, target, needsToken, json, form }: Call): string {
  const hasBody = json !== undefined || form !== undefined
  const implied = hasBody ? 'POST' : 'GET'
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  return [
    `curl ${method === implied ? '' : `-X ${method} `}"$INLET_URL${target}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(form ?? {}).map(([name, value]) => `--data-urlencode "${name}=${String(value)}"`),
    ...(json === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quote(jsonLiteral(json, 1))}`]),
  ].join(' \\\n  ')
}

function javascript({ method, target, needsToken, json, form }: Call): string {
  const headers = [
    ...(needsToken ? ['Authorization: "Bearer " + TOKEN'] : []),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: "${method}"`]),
    ...(headers.length > 0 ? [`headers: {\n${headers.map((line) => `    ${line},\n`).join('')}  }`] : []),
    ...(form ? [`body: new URLSearchParams(${javascriptLiteral(form, 1)})`] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${javascriptLiteral(json, 1)})`]),
  ]
  return `const { INLET_URL${needsToken ? ', TOKEN' : ''} } = process.env

const path = "${target}"
const response = await fetch(INLET_URL + path, {
${options.map((option) => `  ${option},\n`).join('')}})
console.log(response.status, await response.json())`
}

function python({ method, target, needsToken, json, form }: Call): string {
  const options = [
    'os.environ["INLET_URL"] + path',
    ...(needsToken ? ['headers={"Authorization": "Bearer " + token}'] : []),
    ...(form ? [`data=${pythonLiteral(form, 1)}`] : []),
    ...(json === undefined ? [] : [`json=${pythonLiteral(json, 1)}`]),
    'timeout=30',
  ]
  return `import os
import requests

${needsToken ? 'token = os.environ["TOKEN"]\n' : ''}path = "${target}"
response = requests.${method.toLowerCase()}(
${options.map((option) => `    ${option},\n`).join('')})
print(response.status_code, response.json())`
}
