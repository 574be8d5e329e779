import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'

/** An error boundary for a part of a page. React requires a class here. */
export class PanelBoundary extends Component<{ title: string; children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    const retry = () => this.setState({ error: undefined })
    return (
      <ErrorPanel title={this.props.title} error={this.state.error} onRetry={retry} retryLabel="Try again" />
    )
  }
}
