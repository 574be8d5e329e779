/** CI runs long tests with fewer rounds; `npm run test:full` runs the same assertions at full length. */
export const isFull = process.env['INLET_FULL'] === '1'

export const rounds = (short: number, full: number) => (isFull ? full : short)
