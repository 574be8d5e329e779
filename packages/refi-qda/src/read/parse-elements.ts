/** Elements of `project.qde` as plain records. */
import { type VariableType, variableTypes } from '../write/values.ts'
import type { ReadCase, ReadCode, ReadVariable } from './project.ts'
import type { XmlNode } from './xml-tree.ts'

/** Upper case and without braces, in which some programs put them. Empty if there is none. */
export const guidIn = (node: XmlNode, attribute = 'guid'): string =>
  (node.attributes[attribute] ?? '').replace(/^\{|\}$/g, '').toUpperCase()

export const childrenNamed = (node: XmlNode, name: string): XmlNode[] =>
  node.children.filter((child) => child.name === name)

export function descriptionOf(node: XmlNode): string | null {
  const text = childrenNamed(node, 'Description')[0]?.text.trim()
  return text ? text : null
}

/** Null if it is not a number. */
export function integerIn(node: XmlNode, attribute: string): number | null {
  const text = node.attributes[attribute]?.trim() ?? ''
  const value = Number(text)
  return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(value) ? value : null
}

export const referencesIn = (node: XmlNode, name: string): string[] =>
  childrenNamed(node, name).map((child) => guidIn(child, 'targetGUID'))

export const isTrue = (text: string | undefined): boolean => ['true', '1'].includes(text?.trim() ?? '')

/** With the codes below it, after it. */
export function codesIn(node: XmlNode, parent: string | null): ReadCode[] {
  const guid = guidIn(node)
  return [
    {
      guid,
      name: node.attributes['name'] ?? '',
      description: descriptionOf(node),
      color: node.attributes['color'] ?? null,
      isCodable: isTrue(node.attributes['isCodable']),
      parent,
    },
    ...childrenNamed(node, 'Code').flatMap((child) => codesIn(child, guid)),
  ]
}

const isType = (text: string): text is VariableType => variableTypes.some((type) => type === text)

export function variableIn(node: XmlNode): ReadVariable {
  const type = node.attributes['typeOfVariable'] ?? ''
  return { guid: guidIn(node), name: node.attributes['name'] ?? '', type: isType(type) ? type : 'Text' }
}

/** Values without content are left out. */
export function valuesIn(node: XmlNode): ReadCase['values'] {
  return childrenNamed(node, 'VariableValue').flatMap((value) => {
    const [variable = ''] = referencesIn(value, 'VariableRef')
    const content = value.children.find(({ name }) => name.endsWith('Value'))
    return content ? [{ variable, value: content.text }] : []
  })
}

export const caseIn = (node: XmlNode): ReadCase => ({
  guid: guidIn(node),
  name: node.attributes['name'] ?? '',
  description: descriptionOf(node),
  values: valuesIn(node),
  sources: referencesIn(node, 'SourceRef'),
  codes: referencesIn(node, 'CodeRef'),
})
