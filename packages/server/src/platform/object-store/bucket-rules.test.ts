import type { CORSRule, LifecycleRule } from '@aws-sdk/client-s3'
import { describe, expect, it } from 'vitest'
import {
  findEarlyAborts,
  findMissingRules,
  mergeCorsRules,
  mergeLifecycleRules,
  ownLifecycleRules,
  uploadCorsRule,
} from './bucket-rules.ts'

const own = uploadCorsRule(['https://inlet.example'])
const foreignCors: CORSRule = { ID: 'theirs', AllowedOrigins: ['*'], AllowedMethods: ['GET'] }

describe('mergeCorsRules', () => {
  it('adds the rule and keeps those of the operator', () => {
    expect(mergeCorsRules([foreignCors], own)).toEqual([foreignCors, own])
  })

  it('changes nothing when the rule is there, in any order', () => {
    const found = { ...own, AllowedMethods: ['HEAD', 'GET', 'PUT', 'POST'] }
    expect(mergeCorsRules([foreignCors, found], own)).toBeUndefined()
  })

  it('replaces the rule when the origins change, also in the form of an earlier release', () => {
    const { ID: _id, ...rule } = uploadCorsRule(['*'])
    const earlier = { ...rule, AllowedMethods: ['POST', 'GET', 'HEAD'] }
    expect(mergeCorsRules([earlier, foreignCors], own)).toEqual([foreignCors, own])
    expect(mergeCorsRules([uploadCorsRule(['*'])], own)).toEqual([own])
  })
})

const foreignRule: LifecycleRule = {
  ID: 'archive',
  Status: 'Enabled',
  Filter: { Prefix: 'derived/' },
  Transitions: [{ Days: 30, StorageClass: 'STANDARD_IA' }],
}

describe('mergeLifecycleRules', () => {
  it('adds the rules and keeps those of the operator', () => {
    const rules = ownLifecycleRules(false)
    expect(mergeLifecycleRules([foreignRule], rules)).toEqual([foreignRule, ...rules])
  })

  it('changes nothing when the rules are there, also in the old form and with other times', () => {
    const found = ownLifecycleRules(false).map(
      ({ Filter, ...rule }): LifecycleRule => ({
        ...rule,
        Prefix: Filter?.Prefix,
        ...(rule.Expiration && { Expiration: { Days: 1 } }),
      }),
    )
    expect(mergeLifecycleRules([...found, foreignRule], ownLifecycleRules(false))).toBeUndefined()
  })

  it('replaces the rules of an earlier release, which did not cover the whole bucket', () => {
    const earlier = ['incoming/', 'probe/'].map(
      (Prefix): LifecycleRule => ({
        ID: `expire-${Prefix.slice(0, -1)}`,
        Status: 'Enabled',
        Filter: { Prefix },
        Expiration: { Days: 2 },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
      }),
    )
    const rules = ownLifecycleRules(false)
    expect(mergeLifecycleRules([...earlier, foreignRule], rules)).toEqual([foreignRule, ...rules])
  })

  it('lengthens the time after which an earlier release aborted uploads', () => {
    const rules = ownLifecycleRules(false)
    const earlier = rules.map(
      (rule): LifecycleRule =>
        rule.AbortIncompleteMultipartUpload
          ? { ...rule, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }
          : rule,
    )
    expect(mergeLifecycleRules([...earlier, foreignRule], rules)).toEqual([foreignRule, ...rules])
    expect(findEarlyAborts(earlier).map(({ ID }) => ID)).toEqual(['abort-multipart-uploads'])
    expect(findEarlyAborts(rules)).toEqual([])
  })

  it('adds no rule that the operator already has under another name', () => {
    const abort: LifecycleRule = {
      ID: 'theirs',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
    }
    const merged = mergeLifecycleRules([abort], ownLifecycleRules(false))
    expect(merged?.map(({ ID }) => ID)).toEqual(['theirs', 'expire-incoming', 'expire-probe'])
  })

  it('requires noncurrent versions to expire on a bucket with versioning, and ignores a disabled rule', () => {
    const rules = ownLifecycleRules(true)
    expect(findMissingRules(ownLifecycleRules(false), rules).map(({ ID }) => ID)).toEqual([
      'expire-incoming',
      'expire-probe',
    ])
    const disabled = rules.map((rule): LifecycleRule => ({ ...rule, Status: 'Disabled' }))
    expect(findMissingRules(disabled, rules)).toEqual(rules)
  })
})
