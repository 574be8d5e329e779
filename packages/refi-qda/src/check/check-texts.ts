/** Positions in texts: code points inside the text, quotes that equal it, and sync points that rise. */
import type { XmlNode } from '../read/xml-tree.ts'
import type { CheckedProject, Report } from './checked-project.ts'

export function checkTexts({ elements, files }: CheckedProject, report: Report): void {
  for (const node of elements) {
    const name = /^internal:\/\/(.+)$/.exec(node.attributes['plainTextPath'] ?? '')?.[1]
    const bytes = files.get(`sources/${name}`)?.bytes
    if (!bytes) continue
    const characters = Array.from(bytes.toString('utf8'))
    for (const child of node.children)
      if (child.name === 'PlainTextSelection') checkSelection(child, characters, report)
    if (node.name === 'Transcript') checkSyncPoints(node, characters.length, report)
  }
  for (const node of elements)
    if (node.name === 'PDFSelection')
      report('passages of a PDF are selected in its text', node.attributes['name'] ?? '')
}

const numberIn = ({ attributes }: XmlNode, name: string): number => Number(attributes[name] ?? Number.NaN)

function checkSelection(node: XmlNode, characters: readonly string[], report: Report): void {
  const [start, end] = [numberIn(node, 'startPosition'), numberIn(node, 'endPosition')]
  const name = node.attributes['name'] ?? ''
  if (!(start >= 0 && start < end && end <= characters.length)) report('selections are inside the text', name)
  else if (characters.slice(start, end).join('') !== name)
    report('quotes equal the text at their positions', name)
}

function checkSyncPoints(transcript: XmlNode, length: number, report: Report): void {
  const name = transcript.attributes['name'] ?? ''
  const points = transcript.children
    .filter((child) => child.name === 'SyncPoint')
    .map((point) => ({ time: numberIn(point, 'timeStamp'), position: numberIn(point, 'position') }))
  const [first, last] = [points[0], points.at(-1)]
  if (first?.time !== 0 || first.position !== 0) report('the first sync point is 0/0', name)
  if (last?.position !== length) report('the last sync point is the end of the text', name)
  for (const [i, { time, position }] of points.entries()) {
    const before = points[i - 1]
    if (before && !(time > before.time && position > before.position)) {
      report('sync points rise', `${name} ${time}/${position}`)
      return
    }
  }
}
