import { readFileSync } from 'node:fs'

/** In the order in which the rules build on each other. */
const parts = ['tokens.css', 'layout.css', 'content.css', 'narrow.css']

export function readStyleSheet(): string {
  return parts.map((name) => readFileSync(new URL(`./style/${name}`, import.meta.url), 'utf8')).join('\n')
}
