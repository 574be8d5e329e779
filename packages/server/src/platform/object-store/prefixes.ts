/** Clients upload here. Accepted objects are copied out, so everything under this prefix may expire. */
export const incomingPrefix = 'incoming/'
/** What is processed and served; no client can write here. */
export const acceptedPrefix = 'accepted/'
export const probePrefix = 'probe/'

export const expiringPrefixes: readonly string[] = [incomingPrefix, probePrefix]
