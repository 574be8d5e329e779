/** Values: booleans as words, decimals without exponent, colors, and values of the type that their variable has. */
import type { XmlNode } from '../read/xml-tree.ts'
import type { CheckedProject, Report } from './checked-project.ts'

const forms: Readonly<Record<string, RegExp>> = {
  TextValue: /^/,
  BooleanValue: /^(true|false)$/,
  IntegerValue: /^-?\d+$/,
  FloatValue: /^-?\d+(\.\d+)?$/,
  DateValue: /^\d{4}-\d\d-\d\d$/,
  DateTimeValue: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
}

export function checkValues({ elements }: CheckedProject, report: Report): void {
  const types = new Map(
    elements
      .filter(({ name }) => name === 'Variable')
      .map(({ attributes }) => [attributes['guid'] ?? '', attributes['typeOfVariable'] ?? '']),
  )
  for (const node of elements) {
    const { name, attributes } = node
    if (name === 'Code' && !/^(true|false)$/.test(attributes['isCodable'] ?? ''))
      report('booleans are words', attributes['name'] ?? '')
    if (attributes['color'] !== undefined && !/^#[0-9A-Fa-f]{6}$/.test(attributes['color']))
      report('colors are #RRGGBB', attributes['color'])
    if (name === 'VariableValue') checkValue(node, types, report)
  }
}

function checkValue(node: XmlNode, types: ReadonlyMap<string, string>, report: Report): void {
  const variable = node.children.find(({ name }) => name === 'VariableRef')?.attributes['targetGUID'] ?? ''
  for (const { name, text } of node.children) {
    const form = forms[name]
    if (!form) continue
    if (!form.test(text)) report('values have the form of their type', `${name} ${text}`)
    if (name !== `${types.get(variable)}Value`)
      report('values have the type of their variable', `${name} ${variable}`)
  }
}
