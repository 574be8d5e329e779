import { requestPasswordReset } from '@inlet/contract/workspace'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import classes from './Front.module.css'
import { Front } from './Front.tsx'

interface PasswordResetProps {
  email: string
  onEmail: (email: string) => void
  onBack: () => void
}

export function PasswordReset({ email, onEmail, onBack }: PasswordResetProps) {
  const send = useMutation({
    mutationFn: () => call(requestPasswordReset, { body: { email: email.trim() } }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!send.isPending) send.mutate()
  }
  return (
    <Front>
      <PageHeader title="Reset password" />
      {send.isSuccess ? (
        <p role="status">
          If {email.trim()} has an account with a password, a link to set a new one is on its way. It works
          for an hour. Check your spam folder, too.
        </p>
      ) : (
        <form className={classes.form} onSubmit={onSubmit}>
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => onEmail(event.currentTarget.value)}
          />
          <FormProblem error={send.error} />
          <Button type="submit" fullWidth loading={send.isPending}>
            Send link
          </Button>
        </form>
      )}
      <Button variant="subtle" fullWidth onClick={onBack}>
        Back to sign-in
      </Button>
    </Front>
  )
}
