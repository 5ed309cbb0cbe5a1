import { Component, useEffect, type ReactNode } from 'react';

interface BoundaryProps {
  children: ReactNode;
  /** What stands in the place of children that threw. */
  failed(error: unknown): ReactNode;
  /** Told once for each failure. */
  onError?(error: unknown): void;
}

/** Keeps a part that throws from taking anything else along. */
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

/** Stands where a part waits; says when the wait has been too long. */
export function Waiting({ limit, onLimit, children }: { limit: number; onLimit(): void; children: ReactNode }) {
  useEffect(() => {
    const timer = setTimeout(onLimit, limit);
    return () => clearTimeout(timer);
  }, [limit, onLimit]);
  return children;
}
