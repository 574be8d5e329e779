/** Reads a survey: each response is a case with variables, a text of its open answers and its media files. */
import { requireRecording } from '../../recordings/recordings.public.ts'
import type { Response } from '../../responses/responses.public.ts'
import { listMedia, type OpenSurvey } from '../../survey-results/survey-results.public.ts'
import { openIfImported, wholeResponses } from '../read-survey.ts'
import { type CaseField, caseFields, noteOf } from './case-fields.ts'
import type { CaseRecord } from './qde-records.ts'
import { maxAnswerTexts } from './qdpx.policy.ts'
import { addText, guidOf, type QdpxReading } from './qdpx-reading.ts'
import { readRecordingSource } from './read-sources.ts'

const mediaAtOnce = 200

export async function readSurveyCases(reading: QdpxReading, key: string): Promise<void> {
  const survey = await openIfImported(reading, key)
  if (!survey) return
  const { records } = reading
  const name = reading.nameSurvey(survey.row.name)
  const media = await readMediaSources(reading, survey)
  const hasAnswerTexts = reading.answerTexts + survey.row.response_count <= maxAnswerTexts
  const fields = await caseFields(reading, survey, { survey: name, hasAnswerTexts })
  records.variables.push(...fields.map(({ variable }) => variable))
  const sources = [...media.all]
  let number = 0
  for await (const responses of wholeResponses(reading, survey))
    for (const response of responses) {
      number += 1
      const respondent = `${name}: Respondent ${number}`
      const text = hasAnswerTexts ? await addAnswers(reading, survey, { response, respondent }) : null
      if (text !== null) sources.push(text)
      await records.cases.add({
        guid: guidOf('survey', key, 'response', response.id),
        name: respondent,
        values: valuesOf(fields, response),
        sources: [...(text === null ? [] : [text]), ...media.of(response)],
      })
    }
  if (sources.length > 0) await records.sets.add({ guid: guidOf('survey', key, 'set'), name, sources })
}

function valuesOf(fields: readonly CaseField[], response: Response): CaseRecord['values'] {
  return fields.flatMap(({ variable, read }) => {
    const value = read(response)
    if (value === null || value === '') return []
    const stored = value instanceof Date ? value.toISOString() : value
    return [{ variable: variable.guid, type: variable.type, value: stored }]
  })
}

/** Null if there are none. */
async function addAnswers(
  reading: QdpxReading,
  { row, columns }: OpenSurvey,
  { response, respondent }: { response: Response; respondent: string },
): Promise<string | null> {
  const answers = columns
    .filter(({ type }) => type === 'Open-ended')
    .flatMap(({ position, name }) => {
      const text = noteOf(response, position)?.trim()
      return text ? [`${name}\n${text}\n`] : []
    })
  if (answers.length === 0) return null
  reading.answerTexts += 1
  const guid = guidOf('survey', row.upload_key, 'answers', response.id)
  const textGuid = guidOf(guid, 'text')
  await addText(reading, { guid: textGuid, recordKey: row.upload_key }, [answers.join('\n')])
  await reading.records.sources.add({
    guid,
    name: reading.nameSource(`${respondent}: open answers`),
    createdAt: (response.answeredAt ?? row.created_at).toISOString(),
    recordKey: row.upload_key,
    files: [],
    textGuid,
    points: null,
  })
  return guid
}

interface MediaSources {
  all: string[]
  of: (response: Response) => string[]
}

async function readMediaSources(reading: QdpxReading, { surveyId }: OpenSurvey): Promise<MediaSources> {
  const { tx, principal, omitted } = reading
  const all: string[] = []
  const byResponse = new Map<number, string[]>()
  const byRespondent = new Map<number, string[]>()
  for (let after = 0; ; ) {
    const media = await listMedia(tx, surveyId, { status: undefined, after, limit: mediaAtOnce })
    for (const one of media) {
      if (one.status !== 'LINKED') {
        omitted.not_uploaded += 1
        continue
      }
      const row = await requireRecording(tx, principal, { owner: 'media', key: String(one.id) })
      const guid = await readRecordingSource(reading, row, one.media_key)
      if (guid === null) continue
      all.push(guid)
      if (one.response_id !== null) append(byResponse, one.response_id, guid)
      else if (one.owner_id !== null) append(byRespondent, one.owner_id, guid)
    }
    const last = media.at(-1)
    if (!last || media.length < mediaAtOnce) break
    after = last.id
  }
  return {
    all,
    of: ({ id, respondent }) => [...(byResponse.get(id) ?? []), ...(byRespondent.get(respondent.id) ?? [])],
  }
}

function append(map: Map<number, string[]>, key: number, guid: string): void {
  map.set(key, [...(map.get(key) ?? []), guid])
}
