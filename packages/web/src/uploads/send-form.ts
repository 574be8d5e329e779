/** Sends a file to the object store. XMLHttpRequest, because only it tells how many bytes are on their way. */
import { ApiError } from '../api/api-error.ts'

export interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

export interface SendOptions {
  onSent: (bytes: number) => void
  signal: AbortSignal
}

export function sendForm(descriptor: Descriptor, file: Blob, { onSent, signal }: SendOptions): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(descriptor.upload_fields)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const stop = () => xhr.abort()
    const end = () => signal.removeEventListener('abort', stop)
    xhr.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size))
    xhr.onload = () => {
      end()
      if (xhr.status >= 200 && xhr.status < 300) resolve()
      else reject(refusal(xhr.status, xhr.responseText))
    }
    xhr.onerror = () => {
      end()
      reject(broken())
    }
    xhr.onabort = () => {
      end()
      reject(signal.reason instanceof Error ? signal.reason : broken())
    }
    xhr.open('POST', descriptor.upload_url)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    else xhr.send(form)
  })
}

function broken(): ApiError {
  const message = 'The upload broke off. Check your connection, then try again; it starts from the beginning.'
  return new ApiError(message, { code: 'upload_broken', status: 0 })
}

/** The store answers in XML; its code is enough to say what to do. */
function refusal(status: number, xml: string): ApiError {
  const code = /<Code>([^<]+)<\/Code>/.exec(xml)?.[1] ?? String(status)
  const requestId = /<RequestId>([^<]+)<\/RequestId>/.exec(xml)?.[1]
  const message =
    code === 'EntityTooLarge'
      ? 'The file is larger than this kind of import allows. Add a smaller version.'
      : status >= 500
        ? 'The storage cannot take the file at the moment. Try again shortly.'
        : 'The storage did not accept the upload. Try again; if it stays so, tell your operator.'
  return new ApiError(message, { code: `storage_${code}`, status, requestId })
}
