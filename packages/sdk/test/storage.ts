/** A loopback server that accepts forms like an object store, and keeps their content. */
import { type Answerer, type Loopback, listen } from './loopback.ts'

export interface Form {
  names: string[]
  fields: Record<string, string>
  file: Buffer
}

export function readForm(contentType: string, body: Buffer): Form {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? ''
  const text = body.toString('latin1')
  const form: Form = { names: [], fields: {}, file: Buffer.alloc(0) }
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const value = rest.join('\r\n\r\n').slice(0, -2)
    form.names.push(name)
    if (name === 'file') form.file = Buffer.from(value, 'latin1')
    else form.fields[name] = Buffer.from(value, 'latin1').toString('utf8')
  }
  return form
}

export interface Storage extends Loopback {
  forms: Form[]
}

const stored = { status: 204, body: '' }

export async function listenAsStorage(answer: Answerer = () => stored): Promise<Storage> {
  const forms: Form[] = []
  const server = await listen((asked, count) => {
    forms.push(readForm(asked.headers['content-type'] ?? '', asked.body))
    return answer(asked, count)
  })
  return { ...server, forms }
}

export const storageRefusal = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message></Message><RequestId>tx1</RequestId></Error>`,
})
