/** Further users of the object store, with the rights of a policy. Only Ceph RGW has this API. */
import { PutBucketPolicyCommand } from '@aws-sdk/client-s3'
import type { OwnBucket } from './own-bucket.ts'
import { signerFromEnv, signRequest } from './sign-request.ts'

export interface StoreUserKey {
  userId: string
  /** Settings of a process that uses this key. */
  settings: { S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }
}

export async function makeStoreUser(userId: string): Promise<StoreUserKey> {
  const endpoint = process.env['S3_ENDPOINT'] ?? ''
  const path = `/admin/user?display-name=${userId}&format=json&uid=${userId}`
  const { host } = new URL(endpoint)
  const headers = signRequest(signerFromEnv(), { method: 'PUT', path, headers: { host } })
  const answer = await fetch(`${endpoint}${path}`, { method: 'PUT', headers })
  if (!answer.ok) throw new Error(`No user: ${answer.status} ${await answer.text()}`)
  const { keys } = (await answer.json()) as { keys: { access_key: string; secret_key: string }[] }
  const [key] = keys
  if (!key) throw new Error('The user has no key.')
  return {
    userId,
    settings: { S3_ACCESS_KEY_ID: key.access_key, S3_SECRET_ACCESS_KEY: key.secret_key },
  }
}

export interface Policy {
  Statement: Record<string, unknown>[]
}

/** Grants each user the rights of its policy on the bucket, which belongs to the user of the tests. */
export async function grant(
  { store, name }: OwnBucket,
  policies: readonly { user: StoreUserKey; policy: Policy }[],
): Promise<void> {
  const Statement = policies.flatMap(({ user, policy }) =>
    policy.Statement.map(({ Sid, ...statement }) => ({
      ...statement,
      Sid: `${user.userId}${String(Sid)}`,
      Principal: { AWS: [`arn:aws:iam:::user/${user.userId}`] },
    })),
  )
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement }).replaceAll('BUCKET', name)
  await store.client.send(new PutBucketPolicyCommand({ Bucket: name, Policy }))
}
