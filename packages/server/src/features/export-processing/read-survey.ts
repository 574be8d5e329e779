/** Reads a survey with its responses and media files for an export. */
import { AppError } from '../../platform/errors.ts'
import { byteOrderMark } from '../../platform/http/csv-cell.ts'
import { requireRecording } from '../recordings/recordings.public.ts'
import {
  listPartSizes,
  listRespondents,
  matchResponses,
  type Response,
  readResponses,
  readStoredResponses,
} from '../responses/responses.public.ts'
import {
  getSurveyRecord,
  listColumns,
  openImported,
  readInOrder,
  viewMedia,
} from '../results/results.public.ts'
import {
  csvHeader,
  csvLine,
  exportedQuestions,
  listMedia,
  type OpenSurvey,
  viewResponses,
} from '../survey-results/survey-results.public.ts'
import { listPartObjects, nameWithoutPeople, readStoredMedia } from '../surveys/surveys.public.ts'
import { type Folder, type ProjectReading, toJson, toLine } from './project-reading.ts'
import { readRecording, withoutLinks } from './read-files.ts'
import { addState, recordingState, surveyState } from './read-state.ts'
import { measure, noSizes, savTable, type TableSizes } from './survey-sav.ts'

const responsesAtOnce = 500
const peopleAtOnce = 1_000
const mediaAtOnce = 200

export async function readSurvey(reading: ProjectReading, key: string): Promise<void> {
  const { tx, principal, spool } = reading
  const { record } = await getSurveyRecord({ db: tx }, principal, key)
  const folder = { path: `surveys/${key}`, key }
  await spool.addFile({ path: `${folder.path}/survey.json`, role: 'survey', recordKey: key }, [
    toJson(withoutLinks(record)),
  ])
  const survey = await openIfImported(reading, key)
  await addState(reading, folder, await surveyState(reading, key, { hasResults: survey !== undefined }))
  if (!survey) return
  await addParts(reading, folder, survey)
  const { columns } = await listColumns({ db: tx }, principal, key)
  await spool.addFile({ path: `${folder.path}/columns.json`, role: 'columns', recordKey: key }, [
    toJson(columns),
  ])
  const sizes = noSizes()
  await spool.addFile(
    { path: `${folder.path}/responses.ndjson`, role: 'responses', recordKey: key },
    responseLines(reading, survey, sizes),
  )
  await spool.addFile(
    { path: `${folder.path}/state.ndjson`, role: 'response_state', recordKey: key },
    stateLines(reading, survey),
  )
  if (reading.hasPeople)
    await spool.addFile(
      { path: `${folder.path}/respondents.ndjson`, role: 'respondents', recordKey: key },
      respondentLines(reading, survey),
    )
  if (reading.contents.includes('tables')) await addTables(reading, folder, { survey, sizes })
  await readMedia(reading, folder, survey)
}

/** Undefined when the survey has no results, or none yet. */
export async function openIfImported({ tx, principal, omitted }: ProjectReading, key: string) {
  try {
    return await openImported(tx, principal, key)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    omitted.not_ready += 1
    return undefined
  }
}

/** The uploaded CSV files contain names and addresses as they were sent. */
async function addParts(reading: ProjectReading, folder: Folder, { surveyId }: OpenSurvey): Promise<void> {
  const { tx, contents, hasPeople, spool, omitted } = reading
  if (!contents.includes('originals')) return
  const parts = await listPartObjects(tx, surveyId)
  if (!hasPeople) omitted.survey_parts += parts.length
  else
    for (const { number, key: source } of parts)
      await spool.addObject({
        path: `${folder.path}/parts/${number}.csv`,
        role: 'part',
        recordKey: folder.key,
        source,
      })
}

/** Ids of all responses, in the order of parts and rows. */
async function* batchesOf({ tx }: ProjectReading, survey: OpenSurvey): AsyncGenerator<number[]> {
  const parts = await listPartSizes(tx, survey.surveyId)
  let ids: number[] = []
  for await (const id of matchResponses(tx, { ...survey, filter: {}, parts })) {
    ids.push(id)
    if (ids.length < responsesAtOnce) continue
    yield ids
    ids = []
  }
  if (ids.length > 0) yield ids
}

async function* responseLines(
  reading: ProjectReading,
  survey: OpenSurvey,
  sizes: TableSizes,
): AsyncGenerator<string> {
  for await (const ids of batchesOf(reading, survey)) {
    const responses = await readInOrder(reading.tx, survey, ids, reading.hasPeople)
    sizes.rows += responses.length
    for (const { answers, respondent } of responses) {
      for (const { position, values } of answers) measure(sizes, position, values.join('; '))
      measure(sizes, 'name', respondent?.name ?? '')
      measure(sizes, 'email', respondent?.email ?? '')
    }
    yield responses.map(toLine).join('')
  }
}

async function* stateLines(reading: ProjectReading, survey: OpenSurvey): AsyncGenerator<string> {
  const { tx, hasPeople } = reading
  for await (const ids of batchesOf(reading, survey))
    yield (await readStoredResponses(tx, survey.surveyId, { ids, hasPeople })).map(toLine).join('')
}

async function addTables(
  reading: ProjectReading,
  { path, key: recordKey }: Folder,
  { survey, sizes }: { survey: OpenSurvey; sizes: TableSizes },
): Promise<void> {
  const { spool } = reading
  await spool.addFile({ path: `${path}/responses.csv`, role: 'table', recordKey }, csvRows(reading, survey))
  const responses = wholeResponses(reading, survey)
  await spool.addFile(
    { path: `${path}/responses.sav`, role: 'spss', recordKey },
    savTable(reading, survey, { sizes, responses }),
  )
}

/** With all texts, in the order of parts and rows. */
export async function* wholeResponses(
  reading: ProjectReading,
  survey: OpenSurvey,
): AsyncGenerator<Response[]> {
  for await (const ids of batchesOf(reading, survey)) {
    const responses = await readResponses(reading.tx, survey, ids, { isWhole: true })
    yield responses.toSorted((a, b) => a.id - b.id)
  }
}

async function* csvRows(reading: ProjectReading, survey: OpenSurvey): AsyncGenerator<string> {
  const { tx, hasPeople } = reading
  const questions = exportedQuestions(survey.columns)
  yield byteOrderMark + csvHeader(questions, { hasPeople })
  for await (const responses of wholeResponses(reading, survey)) {
    const viewed = await viewResponses(tx, survey, responses)
    yield viewed.map((response) => csvLine(response, questions, { hasPeople })).join('')
  }
}

async function* respondentLines({ tx }: ProjectReading, { surveyId }: OpenSurvey): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const people = await listRespondents(tx, surveyId, { after, limit: peopleAtOnce })
    for (const { id, name, email } of people) yield toLine({ respondent_id: id, name, email })
    const last = people.at(-1)
    if (!last || people.length < peopleAtOnce) return
    after = last.id
  }
}

async function readMedia(reading: ProjectReading, survey: Folder, { surveyId }: OpenSurvey): Promise<void> {
  const { tx, principal, hasPeople, spool, omitted } = reading
  for (let after = 0; ; ) {
    const media = await listMedia(tx, surveyId, { status: undefined, after, limit: mediaAtOnce })
    for (const one of media) {
      const folder = { path: `${survey.path}/media/${one.media_key}`, key: one.media_key }
      await spool.addFile({ path: `${folder.path}/media.json`, role: 'media', recordKey: folder.key }, [
        toJson(withoutLinks(viewMedia(one, { uploadKey: survey.key, hasPeople }))),
      ])
      const stored = await readStoredMedia(tx, one.id)
      const filename = nameWithoutPeople(one.media_key, stored.filename)
      const media = hasPeople ? stored : { ...stored, filename, sent_name: null, converted_from: null }
      if (one.status === 'LINKED') {
        const recording = await requireRecording(tx, principal, { owner: 'media', key: String(one.id) })
        await addState(reading, folder, { media, ...(await recordingState(reading, recording)) })
        await readRecording(reading, folder, recording)
      } else {
        await addState(reading, folder, { media })
        omitted.not_uploaded += 1
      }
    }
    const last = media.at(-1)
    if (!last || media.length < mediaAtOnce) return
    after = last.id
  }
}
