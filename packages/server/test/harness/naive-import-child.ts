/**
 * A worker with a naive import that saves the rows of a part and marks the part in two transactions. The crash test
 * must detect it; with the real import it finds nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDeps } from '../../src/app/deps.ts'
import {
  createOptionBook,
  insertColumns,
  listColumns,
  listOptions,
  savePart,
} from '../../src/features/responses/responses.public.ts'
import { importSurvey } from '../../src/features/surveys/import/import-survey.job.ts'
import { openPart } from '../../src/features/surveys/import/open-part.ts'
import { readPart } from '../../src/features/surveys/import/read-part.ts'
import { firstPartHeader } from '../../src/features/surveys/import/survey-header.ts'
import {
  findSurveyToImport,
  finishSurvey,
  listPartsToImport,
  markMapped,
  markPartProcessed,
  startProcessing,
} from '../../src/features/surveys/import/survey-import.repo.ts'
import { createColumnTyping } from '../../src/features/surveys/import/type-survey-columns.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { inCopyTransaction } from '../../src/platform/db/copy.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { bindHandler } from '../../src/platform/jobs/bind-handler.ts'
import { startWorker } from '../../src/platform/jobs/worker.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

const log = createLog({ name: 'naive-worker', level: 'silent' })
const deps = await openDeps(readConfig(process.env), { name: 'naive-worker', role: 'work', log })
const { db, store, database } = deps

startWorker({
  boss: deps.queue.boss,
  slots: 2,
  log,
  metrics: deps.metrics,
  bindings: [
    bindHandler(importSurvey, async ({ surveyId }, { signal }) => {
      const survey = await findSurveyToImport(db, surveyId)
      if (!survey) return
      const parts = await listPartsToImport(db, surveyId)
      await inTransaction(db, (tx) => startProcessing(tx, surveyId))
      const headerOf = firstPartHeader(survey)
      for (const part of parts) {
        if ((await listColumns(db, surveyId)).length === 0) {
          const typing = createColumnTyping()
          if (part.object) await openPart(store, part.object, { signal, headerOf }, (csv) => typing.add(csv))
          await inTransaction(db, async (tx) => {
            await insertColumns(tx, surveyId, typing.columns(survey))
            await markMapped(tx, surveyId, { headerRows: 1, overruledHeaderRows: null })
          })
        }
        const columns = await listColumns(db, surveyId)
        const options = createOptionBook(await listOptions(db, surveyId))
        const read = await readPart(
          store,
          { survey, columns, options, headerOf: () => headerOf },
          part,
          signal,
        )
        if ('failure' in read) throw new Error(read.failure.message)
        const respondentCount = await inCopyTransaction(database, (tx, copy) => savePart(tx, copy, read.rows))
        await sleep(100)
        await inTransaction(db, (tx) =>
          markPartProcessed(tx, surveyId, {
            partNumber: part.number,
            rowCount: read.rows.rowCount,
            respondentCount,
            reading: read.reading,
          }),
        )
      }
      await inTransaction(db, (tx) => finishSurvey(tx, surveyId))
    }),
  ],
})
