import { join } from 'node:path'

export const programs = ['admin', 'api', 'gateway', 'worker'] as const

/** The script of a program: its source, or its bundle in the folder INLET_TEST_PROGRAMS. */
export function programPath(name: (typeof programs)[number]): string {
  const bundles = process.env['INLET_TEST_PROGRAMS']
  return bundles
    ? join(bundles, `${name}.js`)
    : join(import.meta.dirname, `../../packages/server/src/bin/${name}.ts`)
}
