/** Tests the commands that follow the event log against a running service. */
import { describe, expect, inject, it } from 'vitest'
import { importScopes } from '../../contract/src/scopes.ts'
import { verifyWebhook } from '../../sdk/src/index.ts'
import { listen } from '../../sdk/test/loopback.ts'
import { makeKey } from './admin.ts'
import { makeProject, makeUser, readLines } from './command.ts'
import { makeFolder } from './folder.ts'
import { until } from './until.ts'

const scopes = [...importScopes, 'event:read'].join(',')
const key = await makeKey(inject('systemEnv'), '--limit', '1000', '--scopes', scopes)

describe('events tail', () => {
  it('prints events as they happen, and the cursor to continue from', async () => {
    const user = await makeUser({ key })
    const project = await makeProject()
    const tail = user.start('events', 'tail', '--project', String(project), '--types', 'file.*', '--json')
    await until(() => tail.said.stderr.includes('Waiting for events'))
    const folder = await makeFolder({ 'a.txt': 'One.', 'b.txt': 'Two.' })
    const sent = await user.inlet('import', folder, '--project', String(project), '--quiet')
    expect([sent.exitCode, sent.stderr]).toEqual([0, ''])
    const completed = () => readLines(tail.said.stdout).items.filter(({ type }) => type === 'file.completed')
    await until(() => completed().length === 2)
    tail.child.kill('SIGINT')
    const { exitCode, stderr } = await tail.ended
    expect(exitCode).toBe(130)
    const cursor = /--after (\S+)/.exec(stderr)?.[1] ?? ''
    const { items } = readLines(tail.said.stdout)
    expect(items.at(-1)).toMatchObject({ cursor, data: { project_id: project } })

    const first = user.start('events', 'tail', '--project', String(project), '--since-start', '--json')
    await until(() => readLines(first.said.stdout).items.length >= items.length)
    first.child.kill('SIGINT')
    await first.ended
    const ids = readLines(first.said.stdout).items.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(items.map(({ id }) => id)))
  })

  it('exits with 4 if the key lacks the scope, and says which', async () => {
    const { exitCode, stderr } = await (await makeUser()).inlet('events', 'tail')
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('event:read')])
  })
})

describe('webhooks listen', () => {
  it('forwards events to a local receiver, signed with the printed secret', async () => {
    const user = await makeUser({ key })
    const project = await makeProject()
    const receiver = await listen(() => ({ status: 204 }))
    const filter = ['--types', 'file.completed', '--project', String(project)]
    const listener = user.start('webhooks', 'listen', '--forward', `${receiver.url}/inlet`, ...filter)
    await until(() => listener.said.stderr.includes('Forwarding events'))
    const secret = /whsec_\S+/.exec(listener.said.stderr)?.[0] ?? ''
    const folder = await makeFolder({ 'a.txt': 'One.' })
    await user.inlet('import', folder, '--project', String(project), '--quiet')
    await until(() => receiver.asked.length === 1 && listener.said.stdout.includes(' 204 '))
    listener.child.kill('SIGINT')
    expect((await listener.ended).exitCode).toBe(130)
    const [request] = receiver.asked
    expect(request).toMatchObject({ method: 'POST', path: '/inlet' })
    const event = await verifyWebhook(secret, request?.headers ?? {}, request?.body ?? '')
    expect(event).toMatchObject({ type: 'file.completed', data: { project_id: project } })
    expect(listener.said.stdout).toContain(`file.completed          ${event.id}  204 in `)
  })
})
