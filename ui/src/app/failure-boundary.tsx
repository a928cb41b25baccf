import { Component, type ReactNode } from 'react';
import { FailureNotice } from '../components/feedback/failure-notice.tsx';

export interface FailureBoundaryProps {
  readonly children: ReactNode;
}

/** Shows what broke in place of the view that broke; the rest of the page stays. */
export class FailureBoundary extends Component<FailureBoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <FailureNotice error={this.state.error} onRetry={() => location.reload()} />;
  }
}
