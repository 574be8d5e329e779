import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'
import { LoadError } from './load-error.ts'

interface Props {
  title: string
  /** Shows the error of the whole page; by default a panel. */
  page?: (problem: ReactNode) => ReactNode
  children: ReactNode
}

/** An error boundary for a part of a page. React requires a class here. */
export class PanelBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidMount(): void {
    addEventListener('online', this.#retryLoad)
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.#retryLoad)
  }

  /** Code that could not be loaded is loaded when the connection is back, without a click. */
  readonly #retryLoad = (): void => {
    if (this.state.error instanceof LoadError) this.#retry()
  }

  readonly #retry = (): void => {
    if (this.state.error instanceof LoadError) this.state.error.reset()
    this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    const { title, page = (problem) => problem, children } = this.props
    if (error === undefined) return children
    return page(<ErrorPanel title={title} error={error} onRetry={this.#retry} retryLabel="Try again" />)
  }
}
