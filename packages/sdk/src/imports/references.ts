/** What a program stores with a record to find it again in its own system. */
export interface ReferenceOptions {
  /** Your own id of the record, up to 255 characters. Part of events: do not put personal data here. */
  externalId?: string | undefined
  /** Up to 50 pairs of strings. */
  metadata?: Record<string, string> | undefined
}

export const referencesOf = ({ externalId, metadata }: ReferenceOptions) => ({
  ...(externalId !== undefined && { external_id: externalId }),
  ...(metadata !== undefined && { metadata }),
})
