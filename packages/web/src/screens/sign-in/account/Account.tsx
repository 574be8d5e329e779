import { useSession } from '../../../api/session.ts'
import { FactList } from '../../../ui/FactList.tsx'
import { roleDescriptions } from '../../../ui/format/role-labels.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { SectionHeading } from '../../../ui/SectionHeading.tsx'
import classes from './Account.module.css'
import { ChangePassword } from './ChangePassword.tsx'
import { ImportMailChoice } from './ImportMailChoice.tsx'

export function Account() {
  const { user, team, can_write: canUpload } = useSession()
  return (
    <>
      <PageHeader title="Account" />
      <FactList className={classes.facts}>
        <dt>Name</dt>
        <dd>{user.name}</dd>
        <dt>E-mail</dt>
        <dd>{user.email}</dd>
        <dt>Team</dt>
        <dd>{team.name}</dd>
        <dt>Role</dt>
        <dd>{roleDescriptions[user.role]}</dd>
      </FactList>
      {canUpload && (
        <>
          <SectionHeading>Notifications</SectionHeading>
          <div className={classes.section}>
            <ImportMailChoice />
          </div>
        </>
      )}
      <SectionHeading>Password</SectionHeading>
      {user.has_password ? (
        <ChangePassword />
      ) : (
        <p className={classes.text}>
          You sign in through your organization, so there is no password to change here.
        </p>
      )}
    </>
  )
}
