import { listDeliveries, listWebhooks } from '@inlet/contract/workspace'
import { useQueryClient } from '@tanstack/react-query'

/** Reloads webhooks and their deliveries after an action, because the change stream does not announce them. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [listWebhooks, listDeliveries].map(({ operationId }) =>
        client.invalidateQueries({ queryKey: [operationId] }),
      ),
    )
  }
}
