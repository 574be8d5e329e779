import { acceptInvitation, minPasswordLength, readInvitation } from '@inlet/contract/workspace'
import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { sessionQuery } from '../../api/session.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import classes from './Front.module.css'
import { Front } from './Front.tsx'

/** The token is in the fragment, which browsers never send to a server. */
const readToken = () => decodeURIComponent(location.hash.slice(1))

export function Invitation() {
  const [token] = useState(readToken)
  const [password, setPassword] = useState('')
  const router = useRouter()
  const client = useQueryClient()
  const invitation = useQuery({ ...queryOf(readInvitation, { body: { token } }), retry: false })
  const accept = useMutation({
    mutationFn: () => call(acceptInvitation, { body: { token, password } }),
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      router.history.replace('/projects')
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!accept.isPending) accept.mutate()
  }
  return (
    <Front>
      <PageHeader
        title={invitation.data ? `Welcome, ${invitation.data.name}` : 'Invitation'}
        documentTitle="Invitation"
        below={invitation.data && `You sign in as ${invitation.data.email}.`}
      />
      {invitation.error && <ErrorPanel title="This invitation cannot be used." error={invitation.error} />}
      {invitation.data && (
        <form className={classes.form} onSubmit={onSubmit}>
          <input type="hidden" autoComplete="username" value={invitation.data.email} readOnly />
          <PasswordInput
            label="Choose a password"
            description={`At least ${minPasswordLength} characters. Several words that you can remember work best.`}
            autoComplete="new-password"
            required
            withAsterisk={false}
            minLength={minPasswordLength}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
          <FormProblem error={accept.error} />
          <Button type="submit" fullWidth loading={accept.isPending}>
            Set password and sign in
          </Button>
        </form>
      )}
    </Front>
  )
}
