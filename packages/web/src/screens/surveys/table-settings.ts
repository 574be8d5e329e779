/** How somebody likes to see responses, kept in this browser. A browser that keeps nothing loses it on reload. */
const densityKey = 'inlet.density'
const columnsKey = (uploadKey: string) => `inlet.columns.${uploadKey}`

export type Density = 'normal' | 'compact'

export const readDensity = (): Density => (read(densityKey) === 'compact' ? 'compact' : 'normal')
export const keepDensity = (density: Density): void => keep(densityKey, density)

export function readColumns(uploadKey: string): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(read(columnsKey(uploadKey)) ?? 'null')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : undefined
  } catch {
    return undefined
  }
}
export const keepColumns = (uploadKey: string, ids: readonly string[]): void =>
  keep(columnsKey(uploadKey), JSON.stringify(ids))

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Full or forbidden: the choice holds as long as the page.
  }
}
