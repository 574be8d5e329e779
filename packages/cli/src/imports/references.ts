/** What is stored with each record, to find it again in another system. */
export interface ReferenceOptions {
  externalId?: string
  metadata?: Record<string, string>
}

/** As the API names them. */
export const referencesOf = ({ externalId, metadata }: ReferenceOptions) => ({
  ...(externalId !== undefined && { external_id: externalId }),
  ...(metadata !== undefined && { metadata }),
})
