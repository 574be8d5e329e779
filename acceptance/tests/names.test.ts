import { describe, expect, it } from 'vitest'
import { type Answer, get, items, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makeWav } from '../harness/samples.ts'
import { mediaOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { upload } from '../harness/upload.ts'

const decomposed = 'e\u0301te\u0301'

interface Kind {
  field: string
  extension: string
  create: (name: string) => Promise<Answer>
  read: (answer: Answer) => Promise<unknown>
}

describe('names', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const surveys = surveysOf(token, project_id)
  const { key } = await surveys.begin({ media_config: {} })
  const nameInStatus = async ({ body }: Answer) => {
    const { status } = body['links'] as { status: string }
    return (await get(status, { token })).body['name']
  }

  const kinds: Record<string, Kind> = {
    project: {
      field: 'name',
      extension: '',
      create: (name) => post(`${prefix}/projects/create`, { token, json: { name } }),
      read: ({ body }) => Promise.resolve(body['name']),
    },
    survey: {
      field: 'name',
      extension: '',
      create: (name) => surveys.initialize({ name }),
      read: async () => items(await get(`${prefix}/files?limit=1`, { token }), 'files')[0]?.['name'],
    },
    file: {
      field: 'file_name',
      extension: '.txt',
      create: (file_name) => post(`${prefix}/files/initialize`, { token, json: { project_id, file_name } }),
      read: nameInStatus,
    },
    insight: {
      field: 'filename',
      extension: '.txt',
      create: (filename) => post(`${prefix}/insights/initialize`, { token, json: { project_id, filename } }),
      read: nameInStatus,
    },
    media: {
      field: 'files.0',
      extension: '.wav',
      create: (name) => surveys.register(key, [name]),
      read: (answer) => Promise.resolve(mediaOf(answer)[0]?.filename),
    },
  }

  it('NAM-1 NAM-2 names of every kind of record are returned as sent', async () => {
    const names = [
      decomposed,
      'a \u200eb',
      'שלום\u200f 2026',
      'مرحبا\u061c',
      'می\u200cخواهم',
      '👨‍👩‍👧‍👦 family',
      '../a/b\\c%2F "q"',
    ]
    for (const [kind, naming] of Object.entries(kinds)) {
      for (const name of names) {
        const sent = name + naming.extension
        const answer = await naming.create(sent)
        expect([kind, sent, answer.status]).toEqual([kind, sent, 201])
        expect([kind, await naming.read(answer)]).toEqual([kind, sent])
      }
    }
  })

  it('NAM-1 survey names keep surrounding white space; project names are trimmed', async () => {
    expect((await kinds['project']?.create('  a  '))?.body['name']).toBe('a')
    const survey = await surveys.initialize({ name: '  a  ' })
    expect([survey.status, await kinds['survey']?.read(survey)]).toEqual([201, '  a  '])
    expect((await surveys.initialize({ name: ' \u2003 ' })).status).toBe(400)
  })

  it('NAM-3 names with control and override characters are rejected with the field', async () => {
    const refused = ['\0', '\x07', '\t', '\n', '\x1b', '\x7f', '\x85', '\u202a', '\u202e', '\u2066', '\u2069']
    for (const [kind, naming] of Object.entries(kinds)) {
      for (const character of refused) {
        const answer = await naming.create(`a${character}b${naming.extension}`)
        const [problem] = (answer.body['details'] ?? []) as { field: string; message: string }[]
        expect([kind, character, answer.status, problem?.field]).toEqual([kind, character, 400, naming.field])
        expect(problem?.message).toMatch(/control characters .*overrides/)
      }
    }
  })

  it('NAM-4 media names match cells and paths in any normalization form', async () => {
    const survey = await surveys.begin({ column_mapping: { Clip: 'MEDIA_RESPONSE' } })
    const filename = `${decomposed}.wav`
    await uploadParts(survey, [`Clip\n${filename.normalize('NFC')}\n`])
    const [media] = mediaOf(await surveys.register(survey.key, [filename]))
    expect((await surveys.complete(survey.key)).body['missing_media_files']).toEqual([filename])
    // The name in the form that was sent last.
    const [again] = mediaOf(await surveys.register(survey.key, [filename.normalize('NFC')]))
    expect(again?.filename).toBe(filename.normalize('NFC'))
    await surveys.register(survey.key, [filename])
    if (media) await upload(media, makeWav())
    expect((await surveys.complete(survey.key)).status).toBe(202)
    const done = await surveys.ended(survey.key)
    expect(done.body['media_files']).toEqual([{ filename, status: 'LINKED', media_level: 'RESPONSE' }])
  })
})
