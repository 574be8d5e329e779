import { expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { type Answer, call, fetchToken, get, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'

/** Every operation of the import contract that is served, with the scopes it needs. */
const operations: { name: string; scopes: string[]; run: (token: string) => Promise<Answer> }[] = [
  { name: 'list projects', scopes: ['project:read'], run: (token) => get(`${prefix}/projects`, { token }) },
  {
    name: 'create a project',
    scopes: ['project:write'],
    run: (token) => post(`${prefix}/projects/create`, { token, json: { name: 'Scoped' } }),
  },
  { name: 'list insights', scopes: ['insight:write'], run: (token) => get(`${prefix}/insights`, { token }) },
  {
    name: 'initialize an insight',
    scopes: ['insight:write', 'project:read'],
    run: (token) =>
      post(`${prefix}/insights/initialize`, { token, json: { project_id: 0, filename: 'a.pdf' } }),
  },
  {
    name: 'complete an insight',
    scopes: ['insight:write'],
    run: (token) => post(`${prefix}/insights/${nowhere}/complete`, { token }),
  },
  {
    name: 'status of an insight',
    scopes: ['insight:write'],
    run: (token) => get(`${prefix}/insights/${nowhere}/status`, { token }),
  },
  { name: 'list files', scopes: ['file:write'], run: (token) => get(`${prefix}/files`, { token }) },
  {
    name: 'initialize a file',
    scopes: ['file:write', 'project:read'],
    run: (token) =>
      post(`${prefix}/files/initialize`, { token, json: { project_id: 0, file_name: 'a.pdf' } }),
  },
  {
    name: 'complete a file',
    scopes: ['file:write'],
    run: (token) => post(`${prefix}/files/${nowhere}/complete`, { token }),
  },
  {
    name: 'status of a file',
    scopes: ['file:write'],
    run: (token) => get(`${prefix}/files/${nowhere}/status`, { token }),
  },
  { name: 'list surveys', scopes: ['survey:write'], run: (token) => get(`${prefix}/surveys`, { token }) },
  {
    name: 'initialize a survey',
    scopes: ['survey:write', 'project:read'],
    run: (token) =>
      post(`${prefix}/surveys/initialize`, {
        token,
        json: { project_id: 0, name: 'a', file_type: 'CSV', num_parts: 1 },
      }),
  },
  {
    name: 'complete a survey',
    scopes: ['survey:write'],
    run: (token) => post(`${prefix}/surveys/${nowhere}/complete`, { token }),
  },
  {
    name: 'status of a survey',
    scopes: ['survey:write'],
    run: (token) => get(`${prefix}/surveys/${nowhere}/status`, { token }),
  },
  {
    name: 'retry a part',
    scopes: ['survey:write'],
    run: (token) => post(`${prefix}/surveys/${nowhere}/parts/1/retry`, { token }),
  },
  {
    name: 'append to a survey',
    scopes: ['survey:write', 'project:read'],
    run: (token) => post(`${prefix}/surveys/${nowhere}/append`, { token, json: { num_parts: 1 } }),
  },
  {
    name: 'register media',
    scopes: ['survey:write'],
    run: (token) => post(`${prefix}/surveys/${nowhere}/media/register`, { token, json: { files: [] } }),
  },
  {
    name: 'retry a media file',
    scopes: ['survey:write'],
    run: (token) => post(`${prefix}/surveys/${nowhere}/media/a.mp4/retry`, { token }),
  },
  {
    name: 'withdraw a media file',
    scopes: ['survey:write'],
    run: (token) => call('DELETE', `${prefix}/surveys/${nowhere}/media/a.mp4`, { token }),
  },
]

const allScopes = ['project:read', 'project:write', 'insight:write', 'file:write', 'survey:write']

describeOurs('scopes', async () => {
  const { key } = await makeCaller()

  it('SCP-1 SCP-2 SCP-3 each operation needs exactly its scopes', async () => {
    for (const operation of operations) {
      const token = await fetchToken(key, operation.scopes.join(' '))
      const answer = await operation.run(token)
      expect([operation.name, answer.status]).not.toEqual([operation.name, 403])
      expect([operation.name, answer.status]).not.toEqual([operation.name, 401])
    }
  })

  it('SCP-1 SCP-2 SCP-3 SCP-4 without one of its scopes an operation answers 403 and names the scope', async () => {
    for (const scope of allScopes) {
      const token = await fetchToken(key, allScopes.filter((other) => other !== scope).join(' '))
      for (const operation of operations.filter(({ scopes }) => scopes.includes(scope))) {
        const answer = await operation.run(token)
        expect([operation.name, answer.status]).toEqual([operation.name, 403])
        expect(answer.body).toMatchObject({ error: expect.stringContaining(scope), required_scope: scope })
      }
    }
  })
})
