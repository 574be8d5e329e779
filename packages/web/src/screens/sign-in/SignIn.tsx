import { signIn, signInOptions } from '@inlet/contract/workspace'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { sessionQuery } from '../../api/session.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import classes from './Front.module.css'
import { Front } from './Front.tsx'
import { PasswordReset } from './PasswordReset.tsx'
import { explainProblem } from './sign-in-problems.ts'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { to = '/projects', error } = route.useSearch()
  const router = useRouter()
  const client = useQueryClient()
  const options = useQuery(queryOf(signInOptions, {}))
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isResetting, setResetting] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // An effect, because the heading takes the focus on navigation.
  useEffect(() => field.current?.focus(), [])
  const send = useMutation({
    mutationFn: () => call(signIn, { body: { email: email.trim(), password } }),
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      router.history.push(to)
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!send.isPending) send.mutate()
  }
  const problem = explainProblem(error)
  if (isResetting)
    return <PasswordReset email={email} onEmail={setEmail} onBack={() => setResetting(false)} />
  return (
    <Front>
      <PageHeader title="Sign in" />
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {options.data?.providers.map(({ name, path }) => (
        <Button
          key={path}
          component="a"
          href={`${path}?to=${encodeURIComponent(to)}`}
          fullWidth
          variant="default"
        >
          Sign in with {name}
        </Button>
      ))}
      {options.data && options.data.providers.length > 0 && <p className={classes.or}>or with a password</p>}
      <form className={classes.form} onSubmit={onSubmit}>
        <TextInput
          ref={field}
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <FormProblem error={send.error} />
        <Button type="submit" fullWidth loading={send.isPending}>
          Sign in
        </Button>
      </form>
      {options.data?.can_reset_password ? (
        <Button variant="subtle" fullWidth onClick={() => setResetting(true)}>
          Forgot your password?
        </Button>
      ) : (
        <p className={classes.note}>Forgot your password? Ask your administrator for an invitation link.</p>
      )}
    </Front>
  )
}
