import { useState, type ReactNode } from 'react';
import { hostSide, PartLoadError } from '@balcao/sdk/client';
import { ErrorState } from '@balcao/sdk/ui';

/** Shows a message and a way on for errors that no inner boundary caught, never an empty page. */
export function RootErrorBoundary({ children }: { children: ReactNode }) {
  const [round, setRound] = useState(0);
  const again = (error: unknown): void => {
    if (error instanceof PartLoadError) {
      if (error.gone) return location.reload();
      error.reset();
    }
    setRound(round + 1);
  };
  return (
    <hostSide.Boundary key={round} failed={(error) => <ErrorState error={error} onRetry={() => again(error)} />}>
      {children}
    </hostSide.Boundary>
  );
}
