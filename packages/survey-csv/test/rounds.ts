/** Every run makes a short proof; `INLET_FULL=1` runs the same assertions at full length. */
export const isFull = process.env['INLET_FULL'] === '1'

export const rounds = (short: number, full: number) => (isFull ? full : short)
