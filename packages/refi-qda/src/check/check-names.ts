/** Names and attributes that importers rely on. */
import type { XmlNode } from '../read/xml-tree.ts'
import type { CheckedProject, Report } from './checked-project.ts'

const uniqueNames: Readonly<Record<string, string>> = {
  Note: 'notes have unique names',
  Variable: 'variables have unique names',
  Case: 'cases have unique names',
  Set: 'sets have unique names',
}

const isSource = ({ name }: XmlNode): boolean => /^(Text|PDF|Picture|Audio|Video)Source$/.test(name)

const dated = ['Transcript', 'Note']

const times = ['creationDateTime', 'modifiedDateTime']

export function checkNames({ root, elements }: CheckedProject, report: Report): void {
  const { attributes } = root
  if (!attributes['name']) report('the project has a name', '')
  if (!attributes['origin']) report('the project has an origin', '')
  const taken = new Map<string, Set<string>>()
  for (const node of elements) {
    const { name: tag, attributes: own } = node
    for (const path of ['basePath', 'currentPath'])
      if (own[path] !== undefined) report('no folders of the exporting machine', `${tag} ${path}`)
    for (const time of times) {
      const value = own[time]
      if (value !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value))
        report('times in UTC', `${tag} ${value}`)
      if (value === undefined && dated.includes(tag))
        report('transcripts and notes have dates', own['name'] ?? tag)
    }
    if (tag === 'Case' && !own['name']) report('cases have names', own['guid'] ?? '')
    const rule = isSource(node) ? 'sources have unique names' : uniqueNames[tag]
    if (rule === undefined) continue
    const names = taken.get(rule) ?? new Set()
    taken.set(rule, names)
    const name = (own['name'] ?? '').normalize('NFC').toLowerCase()
    if (name.trim() === '') report('names are not empty', `${tag} ${own['guid']}`)
    if (names.has(name)) report(rule, own['name'] ?? '')
    names.add(name)
  }
}
