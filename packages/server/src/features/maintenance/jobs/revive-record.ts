import type { Tx } from '../../../platform/db/database.ts'
import { processFile, reviveFile } from '../../files/files.public.ts'
import { processInsight, reviveInsight } from '../../insights/insights.public.ts'
import { recordingOfJob, reviveRecording } from '../../recording-processing/recording-processing.public.ts'
import { importSurvey, reviveSurvey } from '../../surveys/surveys.public.ts'

/**
 * Resumes the record of an ended job, but only after exhausted retries: a file that is itself at fault would fail again.
 * Returns the name of the job to enqueue: intermediate results of a protected recording are deleted, so it restarts from
 * its upload.
 */
export async function reviveRecord(tx: Tx, name: string, key: string): Promise<string> {
  if (name === processInsight.name) await reviveInsight(tx, Number(key))
  else if (name === processFile.name) await reviveFile(tx, Number(key))
  else if (name === importSurvey.name) await reviveSurvey(tx, Number(key))
  else {
    const recording = recordingOfJob(name, key)
    if (recording && (await reviveRecording(tx, recording))) return recording.restart
  }
  return name
}
