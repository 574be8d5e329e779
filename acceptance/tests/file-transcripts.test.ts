import { describe, expect, it } from 'vitest'
import { type Answer, get, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makeWav } from '../harness/samples.ts'
import { type Descriptor, descriptorOf, policyOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const path = `${prefix}/files`
const vtt = 'WEBVTT\n\n00:00.100 --> 00:00.900\n<v Moderator>Shall we start?\n'

describe('recordings with a transcript', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const initialize = (fields: object, headers: Record<string, string> = {}) =>
    post(`${path}/initialize`, { token, headers, json: { project_id, file_name: 'talk.wav', ...fields } })
  const transcriptOf = (answer: Answer) => answer.body['transcript'] as Descriptor | undefined

  async function importTalk(transcript_file_name: string, content: string | null): Promise<Answer> {
    const begun = await initialize({ transcript_file_name })
    const key = String(begun.body['wav_key'])
    await upload(descriptorOf(begun), makeWav())
    const form = transcriptOf(begun)
    if (content !== null && form) expect((await upload(form, content)).status).toBeLessThan(300)
    expect((await post(`${path}/${key}/complete`, { token })).status).toBe(200)
    const status = `${path}/${key}/status`
    await waitForStatus(status, { token, field: 'status', until: ['completed', 'error'] })
    return get(`${status}?include=details`, { token })
  }

  it('MPU-17 initialize of a recording returns a form for its transcript, and only if it is asked to', async () => {
    expect((await initialize({})).body).not.toHaveProperty('transcript')
    for (const extension of ['vtt', 'srt', 'sbv', 'json', 'txt', 'docx', 'VTT']) {
      const answer = await initialize({ transcript_file_name: `talk.${extension}` })
      expect([extension, answer.status]).toEqual([extension, 201])
      const form = transcriptOf(answer)
      if (!form) throw new Error('There is no form.')
      expect(form.upload_fields['key']).not.toBe(descriptorOf(answer).upload_fields['key'])
      expect(policyOf(form).conditions).toContainEqual([
        'content-length-range',
        expect.any(Number),
        50 * 1024 * 1024,
      ])
    }
  })

  it('MPU-17 refuses other extensions, and transcripts of documents and images', async () => {
    for (const transcript_file_name of [
      'talk.pdf',
      'talk',
      '',
      'talk.vtt.exe',
      `${'a'.repeat(497)}.vtt`,
      7,
    ]) {
      const answer = await initialize({ transcript_file_name })
      expect([transcript_file_name, answer.status]).toEqual([transcript_file_name, 400])
    }
    for (const file_name of ['report.pdf', 'photo.png'])
      expect((await initialize({ file_name, transcript_file_name: 'talk.vtt' })).status).toBe(400)
  })

  it('MPU-17 a transcript that is present at complete replaces speech recognition', async () => {
    const brought = await importTalk('talk.vtt', vtt)
    expect(brought.body).toMatchObject({ status: 'completed', error_code: null })
    // A tone has no speech, and the notice of the speech engine says so.
    const transcribed = await importTalk('talk.vtt', null)
    expect(transcribed.body['status']).toBe('completed')
    expect([brought, transcribed].map((one) => (one.body['notices'] as string[]).length)).toEqual([0, 1])
  })

  it('MPU-17 a transcript that cannot be read or does not fit ends in error with its reason', async () => {
    const unreadable = await importTalk('talk.json', '{"segments": [')
    expect(unreadable.body).toMatchObject({ status: 'error', error_code: 'transcript_unreadable' })
    expect(String(unreadable.body['error_reason'])).toContain('JSON')
    const late = await importTalk('talk.srt', '1\n00:10:00,000 --> 00:11:00,000\nLate.')
    expect(late.body).toMatchObject({ status: 'error', error_code: 'transcript_mismatch' })
  })

  it('MPU-17 a repeated initialize describes the same upload of the transcript', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await initialize({ transcript_file_name: 'talk.vtt' }, headers)
    const again = await initialize({ transcript_file_name: 'talk.vtt' }, headers)
    expect(again.body['wav_key']).toBe(first.body['wav_key'])
    expect(transcriptOf(again)?.upload_fields['key']).toBe(transcriptOf(first)?.upload_fields['key'])
  })
})
