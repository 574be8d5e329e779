/**
 * Exports a project as a REFI-QDA archive. After the snapshot, the sizes of all objects decide which of them the archive
 * contains; then `project.qde` is written, and the archive is stored in one piece. See docs/adr/0100.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createNames, writeProjectXml } from '@inlet/refi-qda'
import { inTransaction } from '../../../platform/db/database.ts'
import { beginSnapshot } from '../../exports/exports.public.ts'
import { nothingOmitted } from '../export.policy.ts'
import { createSpool } from '../spool.ts'
import type { ExportRun } from '../write-volumes.ts'
import { locateObjects, toCase, toSet, toSource } from './locate-objects.ts'
import { createQdeRecords, type QdeRecords } from './qde-records.ts'
import { describeExport } from './qdpx.policy.ts'
import type { QdpxReading } from './qdpx-reading.ts'
import { readQdpx } from './read-qdpx.ts'
import { writeQdpxVolumes } from './write-qdpx.ts'

export interface QdpxRequest {
  run: Omit<ExportRun, 'asOf' | 'omitted'>
  /** An empty folder. */
  dir: string
  hasPeople: boolean
  /** Objects beyond this size of the archive go to further volumes. */
  maxArchiveBytes: number
  onRead: (fraction: number) => void
}

export async function exportQdpx({
  run,
  dir,
  hasPeople,
  maxArchiveBytes,
  onRead,
}: QdpxRequest): Promise<void> {
  const { signal } = run.attempt
  const [textDir, recordDir, projectDir] = [join(dir, 'texts'), join(dir, 'records'), join(dir, 'project')]
  for (const folder of [textDir, recordDir, projectDir]) await mkdir(folder)
  const spool = createSpool(textDir, signal)
  const project = createSpool(projectDir, signal)
  const records = createQdeRecords(recordDir, signal)
  try {
    const omitted = nothingOmitted()
    const counts = { answerTexts: 0, textBytes: 0, unsupportedImages: 0 }
    const { asOf, reading } = await inTransaction(run.deps.db, async (tx) => {
      const time = await beginSnapshot(tx)
      const reading: QdpxReading = {
        tx,
        asOf: time,
        principal: run.principal,
        projectId: run.found.project_id,
        contents: run.found.contents,
        hasPeople,
        spool,
        omitted,
        onProgress: onRead,
        records,
        nameSource: createNames(),
        nameVariable: createNames(),
        nameSurvey: createNames(),
        ...counts,
      }
      await readQdpx(reading)
      return { asOf: time, reading }
    })
    await Promise.all([spool, records.sources, records.cases, records.sets].map((file) => file.finish()))
    const located = await locateObjects(run.deps.store, records.sources, {
      maxBytes: maxArchiveBytes,
      textBytes: reading.textBytes,
    })
    omitted.missing_objects += located.missing
    const description = describeExport(
      { productVersion: run.productVersion, asOf, outside: located.outside.length },
      { ...omitted, unsupported_images: reading.unsupportedImages },
    )
    const head = {
      name: records.project?.name ?? '',
      origin: `Inlet ${run.productVersion}`,
      userName: 'Inlet',
      createdAt: records.project?.createdAt ?? asOf,
      modifiedAt: asOf,
      description,
    }
    await project.addFile(
      { path: 'project.qde', role: 'project', recordKey: null },
      writeProjectXml(head, contentsOf(records, located)),
    )
    await project.finish()
    await writeQdpxVolumes({ ...run, asOf, omitted }, { project, texts: spool, located })
  } finally {
    for (const file of [spool, project, records.sources, records.cases, records.sets]) file.destroy()
  }
}

function contentsOf(records: QdeRecords, located: Awaited<ReturnType<typeof locateObjects>>) {
  return {
    codes: records.codes,
    variables: records.variables,
    cases: mapped(records.cases.read(), (one) => toCase(one, located)),
    sources: mapped(records.sources.read(), (one) => toSource(one, located)),
    sets: mapped(records.sets.read(), (one) => toSet(one, located)),
  }
}

/** Without those that become null. */
async function* mapped<A, B>(all: AsyncIterable<A>, map: (one: A) => B | null): AsyncGenerator<B> {
  for await (const one of all) {
    const result = map(one)
    if (result !== null) yield result
  }
}
