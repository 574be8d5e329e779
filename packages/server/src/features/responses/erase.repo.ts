/** SQL that erases people from responses, and surveys from tables without foreign keys. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { AnswerBlock } from './answer-block.ts'

/** In all surveys, or in those of one team. */
/** The person who gave a response; a respondent has the id of their first one. */
export async function findPerson(db: Db, surveyId: number, responseId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select person.id from response r join respondent person on person.survey_id = r.survey_id and person.id = r.respondent_id
    where r.survey_id = ${surveyId} and r.id = ${responseId}`.execute(db)
  return rows[0]?.id
}

export async function findSurveysOf(
  db: Db,
  email: string,
  teamId: number | undefined,
): Promise<{ surveyId: number; respondentId: number }[]> {
  const { rows } = await sql<{ surveyId: number; respondentId: number }>`
    select r.survey_id as "surveyId", r.id as "respondentId"
    from respondent r join survey s on s.id = r.survey_id
    where r.email = lower(${email}) and (${teamId ?? null}::bigint is null or s.team_id = ${teamId ?? null})
    order by 1, 2`.execute(db)
  return rows
}

/**
 * Clears the rows but keeps them, because row numbers and pages count them, and unlinks them from their person. Returns
 * their previous content.
 */
export async function emptyResponses(
  tx: Tx,
  surveyId: number,
  ids: readonly number[],
): Promise<{ optionIds: number[] }> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from (
      select unnest(answers) as id from response where survey_id = ${surveyId} and id = any (${[...ids]}::int[])
      union all
      select option.id from response, unnest(ranks) with ordinality as option (id, place)
      where survey_id = ${surveyId} and response.id = any (${[...ids]}::int[]) and place % 2 = 1) given`.execute(
    tx,
  )
  await sql`
    update response set answers = '{}', ranks = null, answered_at = null, answered_text = null, respondent_id = id
    where survey_id = ${surveyId} and id = any (${[...ids]}::int[])`.execute(tx)
  return { optionIds: rows.map(({ id }) => id) }
}

/** The options that are still selected by a response. */
export async function listUsedOptions(
  tx: Tx,
  surveyId: number,
  optionIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from (
      select unnest(answers) as id from response
      where survey_id = ${surveyId} and answers && ${[...optionIds]}::int[]
      union all
      select option.id from response, unnest(ranks) with ordinality as option (id, place)
      where survey_id = ${surveyId} and ranks && ${[...optionIds]}::int[] and place % 2 = 1) used
    where id = any (${[...optionIds]}::int[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Keeps the number, because new options continue after the last one. */
export async function unnameOptions(
  tx: Tx,
  surveyId: number,
  options: readonly { position: number; number: number }[],
): Promise<void> {
  await sql`
    update survey_option o set label = 'Erased answer ' || o.number
    from unnest(${options.map(({ position }) => position)}::int[], ${options.map(({ number }) => number)}::int[])
      as erased (position, number)
    where o.survey_id = ${surveyId} and o.position = erased.position and o.number = erased.number and not o.is_rest`.execute(
    tx,
  )
}

export interface ErasedTexts {
  notes: number
  mediaNames: string[]
}

export async function deleteTextsOf(
  tx: Tx,
  surveyId: number,
  responseIds: readonly number[],
): Promise<ErasedTexts> {
  const of = sql`survey_id = ${surveyId} and response_id = any (${[...responseIds]}::int[])`
  const notes = await sql`delete from note where ${of}`.execute(tx)
  const cells = await sql<{ text: string }>`delete from media_cell where ${of} returning text`.execute(tx)
  return { notes: Number(notes.numAffectedRows ?? 0), mediaNames: cells.rows.map(({ text }) => text) }
}

export async function lockBlocks(tx: Tx, surveyId: number, partNumber: number): Promise<AnswerBlock[]> {
  const { rows } = await sql<AnswerBlock & { data: Buffer }>`
    select position, row_count as "rowCount", width, data from answer_block
    where survey_id = ${surveyId} and part_number = ${partNumber} for update`.execute(tx)
  return rows
}

export async function replaceBlock(
  tx: Tx,
  surveyId: number,
  partNumber: number,
  { position, width, data }: AnswerBlock,
): Promise<void> {
  await sql`
    update answer_block set width = ${width}, data = ${Buffer.from(data)}
    where survey_id = ${surveyId} and part_number = ${partNumber} and position = ${position}`.execute(tx)
}

/** Deletes rows of a survey that no foreign key cascades to. */
export async function deleteSurveyContent(tx: Tx, surveyId: number): Promise<{ responses: number }> {
  const isOfSurvey = sql`survey_id = ${surveyId}`
  await sql`delete from answer_block where ${isOfSurvey}`.execute(tx)
  await sql`delete from note where ${isOfSurvey}`.execute(tx)
  await sql`delete from respondent where ${isOfSurvey}`.execute(tx)
  await sql`delete from media_cell where ${isOfSurvey}`.execute(tx)
  const { numAffectedRows } = await sql`delete from response where ${isOfSurvey}`.execute(tx)
  return { responses: Number(numAffectedRows ?? 0) }
}
