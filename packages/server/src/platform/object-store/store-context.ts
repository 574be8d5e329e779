import type { S3Client } from '@aws-sdk/client-s3'
import type { ObserveCall } from './observe.ts'

/** What the operations of the store share. */
export interface StoreContext {
  client: S3Client
  writer: S3Client
  bucket: string
  /** Larger objects are written and copied in parts. */
  maxRequestBytes: number
  onCall: ObserveCall | undefined
  notify: (notice: string) => void
}
