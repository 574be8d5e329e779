/** Reads what a REFI-QDA export contains of a project, in one snapshot. */
import type { QdeCode } from '@inlet/refi-qda'
import { findCountedProject } from '../../projects/projects.public.ts'
import { findLabelTemplate } from '../export-records.repo.ts'
import { AccessLost, readRecords } from '../read-project.ts'
import { guidOf, type QdpxReading } from './qdpx-reading.ts'
import { readFileSource, readInsightSource } from './read-sources.ts'
import { readSurveyCases } from './read-survey-cases.ts'

export async function readQdpx(reading: QdpxReading): Promise<void> {
  const { tx, principal, projectId, records } = reading
  const project = await findCountedProject(tx, principal, projectId)
  if (!project) throw new AccessLost()
  records.project = { name: project.name, createdAt: project.created_at }
  const template = await findLabelTemplate(tx, projectId)
  records.codes.push(...codesOf(template?.labels ?? [], ['project', String(projectId)]))
  await readRecords(reading, {
    insight: (key) => readInsightSource(reading, key),
    file: (key) => readFileSource(reading, key),
    survey: (key) => readSurveyCases(reading, key),
  })
}

/** A label is a name, or an object with a name and possibly a description, a color and labels below it. */
function codesOf(labels: readonly unknown[], path: readonly string[]): QdeCode[] {
  return labels.flatMap((label, i): QdeCode[] => {
    const fields = typeof label === 'string' ? { name: label } : label
    if (typeof fields !== 'object' || fields === null || !('name' in fields)) return []
    const { name, description, color, labels: below } = fields as Record<string, unknown>
    if (typeof name !== 'string' || name.trim() === '') return []
    const own = [...path, `label-${i}`]
    return [
      {
        guid: guidOf(...own),
        name,
        description: typeof description === 'string' && description !== '' ? description : null,
        color: typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : null,
        isCodable: true,
        codes: codesOf(Array.isArray(below) ? below : [], own),
      },
    ]
  })
}
