/** A full-width page for one document, image or recording, with title and tools. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import classes from './ReaderPage.module.css'
import { usePageTitle } from './use-page-title.ts'

export function ReaderPage(props: {
  title: string
  project: { id: number; name: string }
  facts?: ReactNode
  tools?: ReactNode
  /** Full-width notices between header and content. */
  notices?: ReactNode
  children: ReactNode
}) {
  const { title, project, facts, tools, notices, children } = props
  const heading = usePageTitle(title)
  const back = `Back to ${project.name}`
  return (
    <div className={classes.reader}>
      <header className={classes.header}>
        <Link
          to="/projects/$projectId"
          params={{ projectId: String(project.id) }}
          className={classes.back}
          aria-label={back}
          title={back}
        >
          <Icon name="back" />
        </Link>
        <div className={classes.words}>
          <h1 ref={heading} tabIndex={-1} className={classes.title} title={title}>
            <bdi>{title}</bdi>
          </h1>
          {facts && <p className={classes.facts}>{facts}</p>}
        </div>
        {tools && <div className={classes.tools}>{tools}</div>}
      </header>
      {notices}
      <div className={classes.body}>{children}</div>
    </div>
  )
}
