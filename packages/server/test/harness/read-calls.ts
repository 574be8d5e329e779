/** Every call of the API and of the MCP endpoint that returns something of a record. */
import * as contract from '@inlet/contract'
import { tools } from '../../src/features/mcp/tools.ts'
import type { TestApp } from './app.ts'

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'operationId' in value
const routes = Object.values<unknown>(contract)
  .filter(isRoute)
  .filter(({ tag }) => tag === 'Results')
const transcripts = ['?partial=true', '?format=vtt&partial=true', '?format=srt', '?format=txt', '?words=true']

export interface ReadCall {
  path: string
  accept: string
}

/** Calls of all routes for results whose parameters are given, in all formats. */
export function readCalls(params: Readonly<Record<string, string>>): ReadCall[] {
  const isCallable = ({ path }: contract.Route) =>
    [...path.matchAll(/\{(\w+)\}/g)].every(([, name]) => name && params[name])
  return routes.filter(isCallable).flatMap((route) => {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    return waysTo(route).map(([query, accept]) => ({ path: `${path}${query}`, accept }))
  })
}

/** The ways to call a route, each with the media type it asks for. */
function waysTo({ operationId, query }: contract.Route): (readonly [query: string, accept: string])[] {
  const { properties = {} } = (query ?? {}) as { properties?: object }
  const queries = ['', ...('partial' in properties ? transcripts : [])]
  const ways = queries.map((one) => [one, 'application/json'] as const)
  return operationId === 'surveys.responses' ? [...ways, ['', 'application/x-ndjson']] : ways
}

/** Everything that the caller gets, headers included. */
export async function readCall(
  { url }: Pick<TestApp, 'url'>,
  token: string,
  { path, accept }: ReadCall,
): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}`, accept } })
  // A refused call would hide what it was to find.
  if (answer.status === 429) throw new Error(`${path} was refused by the rate limit.`)
  return `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`
}

export interface ToolCall {
  name: string
  args: object
}

/** Calls of all tools that could find the word, also in the other projects. */
export const toolCalls = (
  word: string,
  params: Readonly<Record<string, string>>,
  projectIds: readonly number[],
): ToolCall[] =>
  tools.flatMap(({ name }) => argumentsFor(name, word, params, projectIds).map((args) => ({ name, args })))

function argumentsFor(
  tool: string,
  word: string,
  params: Readonly<Record<string, string>>,
  projectIds: readonly number[],
): object[] {
  const keys = ['wav_key', 'insight_key', 'media_key', 'upload_key'].flatMap((name) => params[name] ?? [])
  const surveys = keys.filter((key) => key === params['upload_key'])
  switch (tool) {
    case 'list_projects':
      return [{}]
    case 'list_materials':
      return projectIds.map((project_id) => ({ project_id }))
    case 'search':
      return [{ query: word }, ...projectIds.map((id) => ({ query: word, project_ids: [id] }))]
    case 'get_transcript':
    case 'get_document':
      return keys.map((key) => ({ key }))
    case 'get_survey_results':
      return surveys.map((upload_key) => ({ upload_key }))
    case 'list_survey_answers':
      return surveys.flatMap((upload_key) => [0, 1, 2, 3].map((position) => ({ upload_key, position })))
    default:
      throw new Error(`The leak tests do not know the tool ${tool}.`)
  }
}
