import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { Warning16Regular } from '@fluentui/react-icons';
import { useAtomValue } from 'jotai';
import { use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Awaiting } from './awaiting.tsx';
import { Boundary, WaitLimit } from './boundary.tsx';
import { translate, useT } from './i18n.ts';
import { PartLoadError } from './lazy-part.ts';
import { useConnectionState } from './live/connection.ts';
import { PartContext, usePluginId } from './plugin-context.ts';
import { itemName, registeredAtom } from './registry.ts';
import { reportFailure } from './report-failure.ts';
import { store } from './store.ts';

/** Milliseconds that a component may wait for its code or data before it counts as failed. */
export const suspendLimit = 10_000;
/** Milliseconds between attempts to load missing code. */
const retryMs = 2_500;

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
  sign: {
    display: 'inline-flex',
    flexShrink: 0,
    alignSelf: 'center',
    padding: '2px',
    color: tokens.colorStatusWarningForeground1,
  },
});

/** Returns the displayed name of the plugin whose component calls it; undefined outside of plugins. */
function usePluginName(): string | undefined {
  const plugin = usePluginId();
  const title = useAtomValue(registeredAtom, { store }).get(plugin ?? '')?.title;
  return plugin === undefined || title === undefined ? undefined : translate(plugin, title);
}

export interface PartFailedProps {
  /** The error that `PartBoundary` passes; absent if the limit was exceeded. */
  error?: unknown;
  onRetry(): void;
}

/**
 * A line that says that a component did not load and which plugin it belongs to, with a button to try again, or to
 * reload the page if only that helps.
 */
export function PartFailed({ error, onRetry }: PartFailedProps) {
  const styles = useStyles();
  const t = useT('sdk');
  const name = usePluginName();
  const isGone = error instanceof PartLoadError && error.gone;
  const words = name === undefined ? t('part.failed') : t('part.failedOf', { name });
  return (
    <div role="alert" className={styles.tile}>
      <Text size={200}>{isGone ? t('part.gone') : words}</Text>
      <Button size="small" appearance="subtle" onClick={() => (isGone ? location.reload() : onRetry())}>
        {t(isGone ? 'part.reload' : 'part.retry')}
      </Button>
    </div>
  );
}

/**
 * A sign for components in a line with others, where there is no room for text; its name says which plugin's component
 * is missing.
 */
export function PartMissing() {
  const styles = useStyles();
  const t = useT('sdk');
  const name = usePluginName();
  const words = name === undefined ? t('part.failed') : t('part.failedOf', { name });
  return (
    <span role="img" aria-label={words} title={words} className={styles.sign}>
      <Warning16Regular aria-hidden="true" />
    </span>
  );
}

interface RecoveringProps {
  error: unknown;
  again(): void;
  /** Called when the code is loaded. */
  show(): void;
  children: ReactNode;
}

/**
 * Retries a component that was not ready in time once the connection is back; missing code is retried silently until it
 * arrives.
 */
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
    const retry = async (): Promise<void> => {
      if ((await error.retry()) && !isOver) latest.current();
    };
    const timer = setInterval(() => void retry(), retryMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [connection, error]);
  return children;
}

export interface PartBoundaryProps {
  children: ReactNode;
  /** Shown while code or texts are being loaded. */
  fallback?: ReactNode;
  /**
   * Rendered in place of a failed component, with a function to retry; absent: `PartFailed`, or a sign when `inline`.
   */
  failed?(error: unknown, again: () => void): ReactNode;
  /** True if the component is part of a line: a badge in a row, a button in a bar, a cell of a table. */
  inline?: boolean;
  /** Called each time something inside throws. */
  onFailure?(error: unknown): void;
}

/**
 * An error boundary for parts of a page. `fallback` is shown while code is being loaded. A component that throws or
 * takes longer than `suspendLimit` is replaced by a message with a retry; missing code is loaded again once the
 * connection is back. `Slot` and `Contributed` wrap each contribution in one; a page needs its own around a `lazyPart`
 * whose absence must not break the rest of the page.
 * @example
 * <PartBoundary fallback={<Spinner />}>
 *   <Chart />
 * </PartBoundary>
 */
export function PartBoundary({ children, fallback, failed, inline = false, onFailure }: PartBoundaryProps) {
  const plugin = usePluginId() ?? 'shell';
  const item = use(PartContext);
  const [round, setRound] = useState(0);
  const [late, setLate] = useState(false);
  const report = useCallback(
    (what: 'late' | 'render', error?: unknown) => reportFailure(plugin, what, error, item && itemName(item)),
    [item, plugin],
  );
  const onLimit = useCallback(() => {
    setLate(true);
    report('late');
  }, [report]);
  const show = (): void => {
    setLate(false);
    setRound((before) => before + 1);
  };
  const again = (error?: unknown): void => {
    if (error instanceof PartLoadError) error.reset();
    show();
  };
  const missing = (error: unknown): ReactNode =>
    inline ? <PartMissing /> : <PartFailed error={error} onRetry={() => again(error)} />;
  const replacement = (error: unknown): ReactNode => (
    <Recovering error={error} again={() => again(error)} show={show}>
      {failed ? failed(error, () => again(error)) : missing(error)}
    </Recovering>
  );
  const onError = (error: unknown): void => {
    report('render', error);
    onFailure?.(error);
  };
  if (late) return replacement(undefined);
  return (
    <Boundary key={round} failed={replacement} onError={onError}>
      <Awaiting
        fallback={
          <WaitLimit limit={suspendLimit} onLimit={onLimit}>
            {fallback}
          </WaitLimit>
        }
      >
        {children}
      </Awaiting>
    </Boundary>
  );
}
