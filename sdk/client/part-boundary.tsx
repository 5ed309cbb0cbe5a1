import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Boundary, Waiting } from './boundary.tsx';
import { useT } from './i18n.ts';
import { PartLoadError } from './lazy-part.ts';
import { useConnectionState } from './live/connection.ts';
import { usePluginId } from './plugin-context.ts';
import { reportFailure } from './report-failure.ts';

/** How long a part may wait for its code or data before it counts as failed, in milliseconds. */
export const suspendLimit = 10_000;
/** How often code that did not come is asked for again, in milliseconds. */
const askAgainAfter = 2_500;

const useStyles = makeStyles({
  tile: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
  },
});

export interface PartFailedProps {
  /** What `PartBoundary` tells; absent: it took too long. */
  error?: unknown;
  onRetry(): void;
}

/** A line that says that a part did not load, with a way on: to try again, or where that cannot help a new page. */
export function PartFailed({ error, onRetry }: PartFailedProps) {
  const styles = useStyles();
  const t = useT('sdk');
  const isGone = error instanceof PartLoadError && error.gone;
  return (
    <div role="alert" className={styles.tile}>
      <Text size={200}>{t(isGone ? 'part.gone' : 'part.failed')}</Text>
      <Button size="small" appearance="subtle" onClick={() => (isGone ? location.reload() : onRetry())}>
        {t(isGone ? 'part.reload' : 'part.retry')}
      </Button>
    </div>
  );
}

interface RecoveringProps {
  error: unknown;
  again(): void;
  /** The code is here. */
  show(): void;
  children: ReactNode;
}

/** What did not come in time is tried again once the connection is back; code that did not come, quietly until it does. */
function Recovering({ error, again, show, children }: RecoveringProps) {
  const connection = useConnectionState();
  const before = useRef(connection);
  const latest = useRef(show);
  useEffect(() => {
    const was = before.current;
    before.current = connection;
    latest.current = show;
    if (error === undefined && connection === 'online' && was !== 'online') again();
  });
  useEffect(() => {
    if (connection !== 'online' || !(error instanceof PartLoadError) || error.gone) return;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if ((await error.retry()) && !isOver) latest.current();
    };
    const timer = setInterval(() => void ask(), askAgainAfter);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [connection, error]);
  return children;
}

export interface PartBoundaryProps {
  children: ReactNode;
  /** While code or texts are on their way. */
  fallback?: ReactNode;
  /** What stands in the place of what failed, with a way to try again; absent: `PartFailed`. */
  failed?(error: unknown, again: () => void): ReactNode;
}

/**
 * Keeps what happens inside from everything round it. While code is on its way `fallback` stands; what throws or takes
 * longer than `suspendLimit` leaves words and a way to try again, and code that did not come is asked for again by
 * itself once the connection is back. `Slot` and `Contributed` have one round each contribution; a page needs its own
 * round a `lazyPart` whose absence must not take the rest of the page along.
 * @example
 * <PartBoundary fallback={<Spinner />}>
 *   <Chart />
 * </PartBoundary>
 */
export function PartBoundary({ children, fallback, failed }: PartBoundaryProps) {
  const plugin = usePluginId() ?? 'shell';
  const [round, setRound] = useState(0);
  const [late, setLate] = useState(false);
  const onLimit = useCallback(() => {
    setLate(true);
    reportFailure(plugin, 'late');
  }, [plugin]);
  const show = (): void => {
    setLate(false);
    setRound((before) => before + 1);
  };
  const again = (error?: unknown): void => {
    if (error instanceof PartLoadError) error.reset();
    show();
  };
  const standIn = (error: unknown): ReactNode => (
    <Recovering error={error} again={() => again(error)} show={show}>
      {failed ? failed(error, () => again(error)) : <PartFailed error={error} onRetry={() => again(error)} />}
    </Recovering>
  );
  if (late) return standIn(undefined);
  return (
    <Boundary key={round} failed={standIn} onError={(error) => reportFailure(plugin, 'render', error)}>
      <Suspense
        fallback={
          <Waiting limit={suspendLimit} onLimit={onLimit}>
            {fallback}
          </Waiting>
        }
      >
        {children}
      </Suspense>
    </Boundary>
  );
}
