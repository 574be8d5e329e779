/** Uploads through the gateway as a client does: it must store what is signed and refuse everything else. */
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { type FixOf, probePolicies } from '../../../platform/object-store/probe-policies.ts'
import type { ProbeResult } from '../../../platform/object-store/probe-result.ts'
import { reasonOf } from './check-result.ts'

const subject = 'upload gateway'

/** Empty without a gateway. */
export async function checkGateway(store: ObjectStore): Promise<ProbeResult[]> {
  if (!store.gateway) return []
  try {
    return await probePolicies({ store, sign: store.gateway.signers.form, subject, fixOf })
  } catch (error) {
    return [
      {
        check: `${subject}: answers`,
        state: 'failed',
        detail: reasonOf(error),
        fix: 'Start the gateway and check INLET_GATEWAY_URL from a client machine. Its /readyz says whether it reaches the object store.',
        neededBy: ['api'],
      },
    ]
  }
}

const fixOf: FixOf = (mustStore, status) => {
  if (!mustStore) return 'INLET_GATEWAY_URL leads to something else. Point it at the upload gateway.'
  if (status === 403)
    return 'Give the api and the gateway the same INLET_GATEWAY_SECRET, or the same S3_SECRET_ACCESS_KEY. Check the clocks as well.'
  if (status === 413) return 'Raise the size limit of the proxy in front of the gateway.'
  return 'Configure the proxy to pass /gateway/ to the upload gateway, and point INLET_GATEWAY_URL at the proxy.'
}
