/** Uploads a file to the object store with the SDK, which retries transient failures. */
import { type UploadOptions, upload } from '@inlet/sdk/shared/upload'

type Descriptor = Parameters<typeof upload>[0]

export function uploadContent(
  descriptor: Descriptor,
  content: Blob,
  options: { onSent: (bytes: number) => void } & Pick<UploadOptions, 'signal' | 'renew'>,
): Promise<void> {
  const { onSent, signal, renew } = options
  return upload(descriptor, content, { signal, renew, onProgress: ({ sentBytes }) => onSent(sentBytes) })
}
