/** The CORS and lifecycle rules of Inlet, merged with those of the operator. */
import type { CORSRule, LifecycleRule } from '@aws-sdk/client-s3'
import { expiringPrefixes, incomingPrefix } from './prefixes.ts'

const corsRuleId = 'inlet-uploads'

export function uploadCorsRule(origins: readonly string[]): CORSRule {
  return {
    ID: corsRuleId,
    AllowedOrigins: [...origins],
    // PUT sends the parts of a multipart upload.
    AllowedMethods: ['POST', 'PUT', 'GET', 'HEAD'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag', 'Content-Length', 'Content-Range', 'Accept-Ranges'],
    MaxAgeSeconds: 3600,
  }
}

/** Undefined when nothing has to change. */
export function mergeCorsRules(found: readonly CORSRule[], own: CORSRule): CORSRule[] | undefined {
  const isOwn = (rule: CORSRule) => rule.ID === own.ID || isEarlierForm(rule, own)
  const kept = found.filter((rule) => !isOwn(rule))
  const [present, ...others] = found.filter(isOwn)
  const isSet = present && others.length === 0 && corsText(present) === corsText(own)
  return isSet ? undefined : [...kept, own]
}

const sorted = (values: readonly string[] | undefined) => [...(values ?? [])].sort()

/** Stores may return the values in another order. */
const corsText = ({ AllowedOrigins, ...rule }: CORSRule) =>
  JSON.stringify([sorted(AllowedOrigins), corsFormText(rule)])

const corsFormText = (rule: Partial<CORSRule>) =>
  JSON.stringify([
    sorted(rule.AllowedMethods),
    sorted(rule.AllowedHeaders),
    sorted(rule.ExposeHeaders),
    rule.MaxAgeSeconds,
  ])

/** Earlier releases wrote the rule without an id and without PUT. Its origins must not outlive a change of the setting. */
const isEarlierForm = (rule: CORSRule, own: CORSRule) =>
  !rule.ID && corsFormText(rule) === corsFormText({ ...own, AllowedMethods: ['POST', 'GET', 'HEAD'] })

const days = 2
/**
 * Uploads of clients live for seven days after the last URL was signed, and the service aborts them itself; the store
 * counts from their start. Earlier releases had no such uploads, and two days here.
 */
const abortDays = 30
const abortRuleId = 'abort-multipart-uploads'

/** On a bucket with versioning, expiration only adds delete markers. */
export function ownLifecycleRules(isVersioned: boolean): LifecycleRule[] {
  const expiry = expiringPrefixes.map(
    (Prefix): LifecycleRule => ({
      ID: `expire-${Prefix.slice(0, -1)}`,
      Status: 'Enabled',
      Filter: { Prefix },
      Expiration: { Days: days },
      ...(isVersioned && { NoncurrentVersionExpiration: { NoncurrentDays: 1 } }),
    }),
  )
  const abort: LifecycleRule = {
    ID: abortRuleId,
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: abortDays },
  }
  return [...expiry, abort]
}

/** Undefined when nothing has to change. */
export function mergeLifecycleRules(
  found: readonly LifecycleRule[],
  own: readonly LifecycleRule[],
): LifecycleRule[] | undefined {
  if (findMissingRules(found, own).length === 0) return undefined
  const ids = new Set(own.map(({ ID }) => ID))
  const kept = found.filter(({ ID }) => !ids.has(ID))
  // Some stores reject two rules with the same action on the same prefix.
  return [...kept, ...own.filter((rule) => !kept.some((other) => covers(other, rule)))]
}

export const findMissingRules = (found: readonly LifecycleRule[], own: readonly LifecycleRule[]) =>
  own.filter((rule) => !found.some((other) => covers(other, rule)) || isOutdated(found, rule))

/** The days of our own rule are ours to change. */
const isOutdated = (
  found: readonly LifecycleRule[],
  { ID, AbortIncompleteMultipartUpload: own }: LifecycleRule,
) =>
  own !== undefined &&
  found.some(
    (rule) =>
      rule.ID === ID &&
      (rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation ?? 0) < (own.DaysAfterInitiation ?? 0),
  )

const uploadDays = 7

/** Rules of the operator that would abort an upload of a client before its time. */
export const findEarlyAborts = (found: readonly LifecycleRule[]) =>
  found.filter(
    (rule) =>
      rule.Status === 'Enabled' &&
      incomingPrefix.startsWith(prefixOf(rule)) &&
      (rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation ?? uploadDays) < uploadDays,
  )

const prefixOf = ({ Filter, Prefix }: LifecycleRule) => Filter?.Prefix ?? Prefix ?? ''

/** Whether the other rule has the same actions on the same prefix; the number of days is up to the operator. */
function covers(other: LifecycleRule, rule: LifecycleRule): boolean {
  if (other.Status !== 'Enabled' || prefixOf(other) !== prefixOf(rule)) return false
  return (
    (rule.Expiration === undefined || (other.Expiration?.Days ?? 0) > 0) &&
    (rule.NoncurrentVersionExpiration === undefined ||
      (other.NoncurrentVersionExpiration?.NoncurrentDays ?? 0) > 0) &&
    (rule.AbortIncompleteMultipartUpload === undefined ||
      (other.AbortIncompleteMultipartUpload?.DaysAfterInitiation ?? 0) > 0)
  )
}

/** One sentence per rule, for an operator who has to set it by hand. */
export function describeRule(rule: LifecycleRule): string {
  const { Expiration, NoncurrentVersionExpiration, AbortIncompleteMultipartUpload } = rule
  const actions = [
    Expiration && `expire objects after ${Expiration.Days} days`,
    NoncurrentVersionExpiration &&
      `expire noncurrent versions after ${NoncurrentVersionExpiration.NoncurrentDays} day`,
    AbortIncompleteMultipartUpload &&
      `abort incomplete multipart uploads after ${AbortIncompleteMultipartUpload.DaysAfterInitiation} days`,
  ].filter((action) => action !== undefined)
  const prefix = prefixOf(rule)
  return `${prefix === '' ? 'whole bucket' : `prefix ${prefix}`}: ${actions.join(', ')}`
}
