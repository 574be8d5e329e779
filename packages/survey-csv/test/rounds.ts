/** Test runs are short by default; `INLET_FULL=1` runs the same assertions with more inputs. */
export const isFull = process.env['INLET_FULL'] === '1'

export const rounds = (short: number, full: number) => (isFull ? full : short)
