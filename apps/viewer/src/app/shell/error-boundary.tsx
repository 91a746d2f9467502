import { Component, type ComponentChildren } from 'preact'

interface ErrorBoundaryProps {
  readonly children: ComponentChildren
  /** The view: another one is shown as if nothing had been. */
  readonly view: string
}

/** Says what went wrong in a view, in place of an empty page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: Error; view?: string }> {
  override componentDidCatch(error: Error): void {
    this.setState({ error, view: this.props.view })
  }

  override render(): ComponentChildren {
    const { error, view } = this.state
    if (error === undefined || view !== this.props.view) return this.props.children
    return (
      <main class="message">
        <h1>This view failed</h1>
        <p role="alert">{error.message}</p>
        <a href="#/episodes">All episodes</a>
      </main>
    )
  }
}
