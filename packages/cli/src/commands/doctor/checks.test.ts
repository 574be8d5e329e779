import { describe, expect, it } from 'vitest'
import { checkScopes } from './check-key.ts'
import { checkNetwork } from './check-network.ts'
import { checkClock } from './check-service.ts'
import { isInnerAddress } from './check-storage.ts'
import { judgeAges } from './check-workers.ts'

const all = ['project:read', 'project:write', 'insight:write', 'file:write', 'survey:write']
const minute = 60_000

describe('the doctor', () => {
  it('tolerates a minute between two clocks', () => {
    expect(checkClock(59_000).state).toBe('ok')
    expect(checkClock(undefined).state).toBe('skipped')
    expect(checkClock(120 * minute)).toMatchObject({
      state: 'warning',
      what: "The clock of this machine is 2 h behind the service's.",
      fix: expect.stringContaining('timedatectl'),
    })
    expect(checkClock(-5 * minute)).toMatchObject({ what: expect.stringContaining('5 min ahead of') })
  })

  it('names the scopes that are missing and what they are for', () => {
    expect(checkScopes(all).state).toBe('ok')
    expect(checkScopes(['project:read', 'file:write'])).toMatchObject({
      state: 'warning',
      what: 'The key lacks project:write, insight:write, survey:write.',
    })
    expect(checkScopes(['file:write'])).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('--scopes'),
    })
  })

  it('judges the workers by the oldest running import', () => {
    expect(judgeAges([], 0).state).toBe('skipped')
    expect(judgeAges([10 * minute, 12 * minute], 20 * minute).state).toBe('ok')
    expect(judgeAges([0, 12 * minute], 20 * minute)).toMatchObject({
      state: 'warning',
      what: 'An import has been running for 20 min.',
    })
  })

  it('recognizes addresses that are unreachable from outside', () => {
    const inner = [
      'localhost',
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.2',
      '192.168.1.1',
      'minio',
      '[::1]',
      '[fd00::1]',
    ]
    expect(inner.filter((host) => !isInnerAddress(host))).toEqual([])
    expect(['s3.example.org', '172.32.0.1', '8.8.8.8', '[2001:db8::1]'].filter(isInnerAddress)).toEqual([])
  })

  it('says what to do about a host name that does not exist', async () => {
    const place = { who: 'the service', fixAddress: 'Run "inlet login".' }
    const [result, ...rest] = await checkNetwork('service', 'https://no-such-name.invalid', place)
    expect(rest).toEqual([])
    expect(result).toMatchObject({
      state: 'failed',
      check: 'service name',
      fix: expect.stringContaining('nslookup'),
    })
  })
})
