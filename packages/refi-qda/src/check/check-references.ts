/** GUIDs: written in one form, unique over the whole file, and every reference leads to an element of the right kind. */
import type { XmlNode } from '../read/xml-tree.ts'
import type { CheckedProject, Report } from './checked-project.ts'

const form = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/

const sources = ['TextSource', 'PDFSource', 'PictureSource', 'AudioSource', 'VideoSource']

/** Which elements an element may refer to by `targetGUID`. */
const targets: Readonly<Record<string, readonly string[]>> = {
  CodeRef: ['Code'],
  MemberCode: ['Code'],
  VariableRef: ['Variable'],
  SourceRef: sources,
  MemberSource: sources,
  NoteRef: ['Note'],
  MemberNote: ['Note'],
}

const userAttributes = ['creatingUser', 'modifyingUser', 'creatingUserGUID', 'modifyingUserGUID']

export function checkReferences({ elements }: CheckedProject, report: Report): void {
  const byGuid = new Map<string, XmlNode>()
  for (const node of elements) {
    const { guid } = node.attributes
    if (guid === undefined) continue
    if (!form.test(guid)) report('GUIDs are upper case without braces', guid)
    if (byGuid.has(guid)) report('GUIDs are unique', guid)
    byGuid.set(guid, node)
  }
  const check = (node: XmlNode, attribute: string, kinds: readonly string[] | undefined) => {
    const guid = node.attributes[attribute]
    if (guid === undefined) return
    const target = byGuid.get(guid)
    if (!target || (kinds && !kinds.includes(target.name)))
      report('references lead to an element of the right kind', `${node.name} ${attribute} ${guid}`)
  }
  for (const node of elements) {
    for (const attribute of userAttributes) check(node, attribute, ['User'])
    for (const attribute of ['fromSyncPoint', 'toSyncPoint']) check(node, attribute, ['SyncPoint'])
    check(node, 'targetGUID', targets[node.name])
  }
  checkNoteRefs(elements, byGuid, report)
}

/** QualCoder loses a note that a source refers to unless the note has a selection of its own. */
function checkNoteRefs(
  elements: readonly XmlNode[],
  byGuid: ReadonlyMap<string, XmlNode>,
  report: Report,
): void {
  for (const node of elements) {
    if (!sources.includes(node.name)) continue
    for (const child of node.children) {
      const note = child.name === 'NoteRef' ? byGuid.get(child.attributes['targetGUID'] ?? '') : undefined
      if (note && !note.children.some(({ name }) => name === 'PlainTextSelection'))
        report('notes of sources have a selection', note.attributes['name'] ?? '')
    }
  }
}
