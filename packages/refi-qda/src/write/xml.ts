/** Writes XML as text. Values are escaped here and nowhere else. */
import { withoutForbidden } from '../text.ts'

export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** A raw line break in an attribute would be read as a space. */
const escapeAttribute = (value: string): string =>
  withoutForbidden(value).replace(/[&<>"\t\n\r]/g, (found) => escapes[found] ?? found)

const escapeText = (value: string): string =>
  withoutForbidden(value).replace(/[&<>\r]/g, (found) => escapes[found] ?? found)

/** Attributes that are null or undefined are left out. */
export function openTag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${escapeAttribute(String(value))}"`],
  )
  return `<${name}${written.join('')}>`
}

export const closeTag = (name: string): string => `</${name}>`

/** Children are XML that was written before. */
export function element(name: string, attributes: Attributes = {}, children: readonly string[] = []): string {
  const inner = children.join('')
  const opened = openTag(name, attributes)
  return inner === '' ? `${opened.slice(0, -1)}/>` : `${opened}${inner}${closeTag(name)}`
}

export const textElement = (name: string, text: string): string =>
  `${openTag(name)}${escapeText(text)}${closeTag(name)}`
