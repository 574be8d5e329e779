import { changePassword, minPasswordLength } from '@inlet/contract/workspace'
import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { StatusLabel } from '../../../ui/StatusLabel.tsx'
import classes from './Account.module.css'

export function ChangePassword() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => call(changePassword, { body: { current_password: current, new_password: next } }),
    onSuccess: () => {
      setCurrent('')
      setNext('')
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate()
  }
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
      />
      <PasswordInput
        label="New password"
        description={`At least ${minPasswordLength} characters. Other devices are signed out.`}
        autoComplete="new-password"
        required
        withAsterisk={false}
        minLength={minPasswordLength}
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
      />
      <FormProblem error={change.error} />
      <div role="status">{change.isSuccess && <StatusLabel tone="ready">Password changed.</StatusLabel>}</div>
      <Button type="submit" variant="default" loading={change.isPending}>
        Change password
      </Button>
    </form>
  )
}
