import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './FirstProject.module.css'

/** What to do in a workspace without projects. */
export function FirstProject({ newButton }: { newButton: ReactNode }) {
  return (
    <section className={classes.first} aria-labelledby="first-project">
      <h2 id="first-project" className={classes.title}>
        Start with a project for your study
      </h2>
      <ol className={classes.steps}>
        <li>
          <strong>Create a project.</strong> Choose who can open it, the language of its recordings, and its
          privacy settings.
        </li>
        <li>
          <strong>Add your material.</strong> Drop recordings, documents, images or survey files on its page.
          They are transcribed, converted and made searchable.
        </li>
        <li>
          <strong>Work with it.</strong> Play and correct transcripts, read documents, chart answers, and
          search everything at once.
        </li>
      </ol>
      {newButton}
      <p className={classes.note}>
        Programs can import as well: <Link to="/keys">create an API key</Link> and follow the{' '}
        <a href="/docs">API reference</a>.
      </p>
    </section>
  )
}
