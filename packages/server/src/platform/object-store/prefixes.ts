/** Clients upload here. Accepted objects are copied out, so everything under this prefix may expire. */
export const incomingPrefix = 'incoming/'
export const probePrefix = 'probe/'

export const expiringPrefixes: readonly string[] = [incomingPrefix, probePrefix]
