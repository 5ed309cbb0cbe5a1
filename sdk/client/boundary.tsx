import { Component, useEffect, type ReactNode } from 'react';

interface BoundaryProps {
  children: ReactNode;
  /** Rendered in place of children that threw. */
  failed(error: unknown): ReactNode;
  /** Called once for each failure. */
  onError?(error: unknown): void;
}

/** An error boundary: an error inside does not affect anything else. */
export class Boundary extends Component<BoundaryProps, { error: unknown; caught: boolean }> {
  override state = { error: undefined as unknown, caught: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, caught: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override render() {
    return this.state.caught ? this.props.failed(this.state.error) : this.props.children;
  }
}

/** Rendered while a component is waiting; calls `onLimit` after `limit` milliseconds. */
export function WaitLimit({ limit, onLimit, children }: { limit: number; onLimit(): void; children: ReactNode }) {
  useEffect(() => {
    const timer = setTimeout(onLimit, limit);
    return () => clearTimeout(timer);
  }, [limit, onLimit]);
  return children;
}
