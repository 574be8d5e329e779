import { getSurvey, getSurveyUpload, withdrawSurveyPart } from '@inlet/contract/workspace'
import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** Lets a survey continue without a part that failed or will not be uploaded. */
export function WithdrawPart({ uploadKey, part }: { uploadKey: string; part: number }) {
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const withdraw = useMutation({
    mutationFn: () =>
      call(withdrawSurveyPart, { params: { upload_key: uploadKey, part_number: String(part) } }),
    onSuccess: () => {
      setConfirming(false)
      for (const { operationId } of [getSurvey, getSurveyUpload])
        void client.invalidateQueries({ queryKey: [operationId] })
    },
  })
  return (
    <>
      <Button variant="default" aria-label={`Withdraw: part ${part}`} onClick={() => setConfirming(true)}>
        Withdraw
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`Withdraw part ${part}?`}
          action="Withdraw part"
          isPending={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutate()}
          onClose={() => setConfirming(false)}
        >
          <Text>
            The survey continues without this part, and its file is deleted. Responses from other parts are
            kept.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
