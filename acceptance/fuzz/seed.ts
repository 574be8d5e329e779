/** A few imports of each kind, so that requests reach existing records. */

/** The smallest PNG: one transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const csv = 'Name,Email,Rating,Why?\nAda,ada@example.org,5,It is quick.\nBo,bo@example.org,3,It is slow.\n'

interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

export async function importSome(url: string, token: string): Promise<void> {
  const call = async (path: string, body: object = {}) => {
    const answer = await fetch(`${url}/api/v1/developer/import/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const { id: project_id } = await call('projects/create', { name: 'Fuzz' })
  for (let copy = 0; copy < 3; copy += 1) {
    const file = await call('files/initialize', { project_id, file_name: 'a.png' })
    await post(file as unknown as Descriptor, png)
    await call(`files/${String(file['wav_key'])}/complete`)
    const insight = await call('insights/initialize', { project_id, filename: 'a.txt' })
    await post(insight as unknown as Descriptor, Buffer.from('Notes of an interview.\n'))
    await call(`insights/${String(insight['insight_key'])}/complete`, { should_publish: true })
    const survey = await call('surveys/initialize', {
      project_id,
      name: 'Survey',
      file_type: 'CSV',
      num_parts: 1,
      auto_map: true,
      media_config: {},
    })
    const [part] = survey['upload_urls'] as Descriptor[]
    if (part) await post(part, Buffer.from(csv))
    await call(`surveys/${String(survey['upload_key'])}/complete`)
  }
}

async function post({ upload_url, upload_fields }: Descriptor, content: Buffer): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(upload_fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)]), 'file')
  const answer = await fetch(upload_url, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`The store answered ${answer.status}.`)
}
