/** View settings of the responses table, stored in this browser. Without storage they last until reload. */
const densityKey = 'inlet.density'
const columnsKey = (uploadKey: string) => `inlet.columns.${uploadKey}`

export type Density = 'normal' | 'compact'

export const readDensity = (): Density => (read(densityKey) === 'compact' ? 'compact' : 'normal')
export const saveDensity = (density: Density): void => save(densityKey, density)

export function readColumns(uploadKey: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(read(columnsKey(uploadKey)) ?? 'null')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : undefined
  } catch {
    return undefined
  }
}
export const saveColumns = (uploadKey: string, ids: readonly string[]): void =>
  save(columnsKey(uploadKey), JSON.stringify(ids))

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function save(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is full or blocked, so the setting lasts until reload.
  }
}
