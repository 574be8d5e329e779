/**
 * Serializes the search params of a page. Lists of strings repeat their key, `f=4:2&f=5:s0-6`, as the server
 * expects.
 */
import { defaultStringifySearch } from '@tanstack/react-router'

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

export function writeSearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
  const plain = defaultStringifySearch(Object.fromEntries(entries.filter(([, value]) => !isWords(value))))
  const repeated = entries.flatMap(([name, value]) =>
    isWords(value) ? value.map((one) => `${encodeURIComponent(name)}=${encode(one)}`) : [],
  )
  if (repeated.length === 0) return plain
  return `${plain === '' ? '?' : `${plain}&`}${repeated.join('&')}`
}

/** These characters are allowed in a query, and URLs without escapes are easier to read. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/')
