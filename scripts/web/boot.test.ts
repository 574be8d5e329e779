import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import {
  getDocument,
  getRecording,
  getSession,
  getSurvey,
  getSurveyOverview,
  getTranscript,
  listProjects,
} from '../../packages/contract/src/workspace/index.ts'

const source = readFileSync(new URL('../../packages/web/public/boot.js', import.meta.url), 'utf8')

const fill = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')

/** What boot.js requests for the page. */
function requestsOf(url: string): string[] {
  const { pathname, search } = new URL(url, 'https://inlet.example')
  const requested: string[] = []
  const page = {
    location: { pathname, search },
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    document: { documentElement: { setAttribute() {} } },
    fetch: (path: string) => {
      requested.push(path)
      return Promise.resolve()
    },
  }
  runInNewContext(source, page)
  return requested
}

it('requests what the screens of the most frequent pages ask for first', () => {
  const session = getSession.path
  const recording = { owner: 'file', key: 'a-b' }
  const survey = { upload_key: 'c-d' }
  for (const page of ['/', '/projects']) expect(requestsOf(page)).toEqual([session, listProjects.path])
  expect(requestsOf('/projects/7')).toEqual([session])
  expect(requestsOf('/documents/insight/x')).toEqual([
    session,
    fill(getDocument.path, { owner: 'insight', key: 'x' }),
  ])
  expect(requestsOf('/recordings/file/a-b?t=3')).toEqual([
    session,
    fill(getRecording.path, recording),
    fill(getTranscript.path, recording),
  ])
  expect(requestsOf('/surveys/c-d')).toEqual([
    session,
    fill(getSurvey.path, survey),
    fill(getSurveyOverview.path, survey),
  ])
  for (const page of ['/surveys/c-d?f=1:2', '/surveys/c-d/responses'])
    expect(requestsOf(page)).toEqual([session, fill(getSurvey.path, survey)])
})

it('requests nothing where nobody is signed in', () => {
  for (const page of ['/sign-in', '/sign-in?to=/projects', '/invitation'])
    expect(requestsOf(page)).toEqual([])
})
