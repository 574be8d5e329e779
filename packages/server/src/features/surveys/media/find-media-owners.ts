/** Finds the owners of uploaded media files in a survey. */
import type { MediaConfig } from '@inlet/contract'
import type { Db } from '../../../platform/db/database.ts'
import {
  findRespondents,
  listColumns,
  listMediaCells,
  listMediaCellsNamed,
  listNamedRespondents,
  type SurveyColumn,
} from '../../responses/responses.public.ts'
import { isLinkColumnMissing, linkPositionOf } from '../import/place-columns.ts'
import { isMediaName } from '../survey.policy.ts'
import {
  cellNames,
  columnMissing,
  createPeopleMatcher,
  type MediaFile,
  type MediaMatch,
  matchResponses,
  noMatch,
  type PeopleMatcher,
  unsupported,
} from './media-matching.ts'

interface Survey {
  id: number
  mediaConfig: MediaConfig | null
}

const peopleAtOnce = 20_000

export async function findMediaOwners(
  db: Db,
  survey: Survey,
  files: readonly MediaFile[],
): Promise<Map<number, MediaMatch>> {
  const playable = files.filter(({ filename }) => isMediaName(filename))
  const columns = await listColumns(db, survey.id)
  const matches = matchResponses(playable, await findNamingCells(db, survey.id, columns, playable))
  const open = playable.filter(({ id }) => !matches.has(id))
  if (survey.mediaConfig && open.length > 0) {
    for (const [id, match] of await matchPeople(db, survey.id, columns, survey.mediaConfig, open))
      matches.set(id, match)
  }
  const noOwner = isLinkColumnMissing(columns, survey.mediaConfig)
    ? columnMissing(
        survey.mediaConfig?.column ?? '',
        columns.map(({ name }) => name),
      )
    : noMatch(survey.mediaConfig !== null)
  const otherwise = (file: MediaFile) => (isMediaName(file.filename) ? noOwner : unsupported())
  return new Map(files.map((file) => [file.id, matches.get(file.id) ?? otherwise(file)]))
}

async function findNamingCells(
  db: Db,
  surveyId: number,
  columns: readonly SurveyColumn[],
  files: readonly MediaFile[],
) {
  const positions = columns.filter(({ type }) => type === 'MEDIA_RESPONSE').map(({ position }) => position)
  return listMediaCellsNamed(db, surveyId, positions, files.flatMap(cellNames))
}

async function matchPeople(
  db: Db,
  surveyId: number,
  columns: readonly SurveyColumn[],
  config: MediaConfig,
  files: readonly MediaFile[],
): Promise<[number, MediaMatch][]> {
  const { link_by: linkBy = 'auto', match: mode = 'normalized' } = config
  const found: [number, MediaMatch][] = []
  let open = files
  const ask = async (fill: (matcher: PeopleMatcher) => Promise<void>) => {
    const matcher = createPeopleMatcher(open, mode)
    await fill(matcher)
    for (const file of open) {
      const match = matcher.matchOf(file)
      if (match) found.push([file.id, match])
    }
    const done = new Set(found.map(([id]) => id))
    open = open.filter(({ id }) => !done.has(id))
  }
  if (linkBy === 'email' || linkBy === 'auto') await ask((matcher) => addEmails(db, surveyId, matcher))
  if ((linkBy === 'name' || linkBy === 'auto') && open.length > 0)
    await ask((matcher) => addNames(db, surveyId, matcher))
  const position = linkPositionOf(columns, config)
  if (position !== undefined) await ask((matcher) => addCells(db, surveyId, position, matcher))
  return found
}

/** Addresses are stored in lower case, as the matcher expects. */
async function addEmails(db: Db, surveyId: number, matcher: PeopleMatcher): Promise<void> {
  for (const { id, email } of await findRespondents(db, surveyId, matcher.keys())) matcher.add(email, id)
}

async function addNames(db: Db, surveyId: number, matcher: PeopleMatcher): Promise<void> {
  let after = 0
  for (;;) {
    const people = await listNamedRespondents(db, surveyId, after, peopleAtOnce)
    for (const { id, name } of people) matcher.add(name, id)
    if (people.length < peopleAtOnce) return
    after = people.at(-1)?.id ?? after
  }
}

async function addCells(db: Db, surveyId: number, position: number, matcher: PeopleMatcher): Promise<void> {
  let after = 0
  for (;;) {
    const cells = await listMediaCells(db, surveyId, position, after, peopleAtOnce)
    for (const { text, respondentId } of cells) matcher.add(text, respondentId)
    if (cells.length < peopleAtOnce) return
    after = cells.at(-1)?.responseId ?? after
  }
}
