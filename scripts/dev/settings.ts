/** What a development instance keeps between starts: its secret and the demo credentials. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const path = join(import.meta.dirname, '../../.data/dev.json')

export interface DemoKey {
  label: string
  client_id: string
  client_secret: string
}

export interface DevSettings {
  secret: string
  /** Password of all demo users. Missing in settings of older versions. */
  password?: string
  keys: DemoKey[]
  /** Last URL of the instance. */
  url?: string
}

export function readSettings(): DevSettings {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DevSettings
  } catch {
    const fresh = { secret: randomBytes(32).toString('hex'), keys: [] }
    writeSettings(fresh)
    return fresh
  }
}

export function writeSettings(settings: DevSettings): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
}
