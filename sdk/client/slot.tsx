import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { Fragment, Suspense, use, useCallback, useState, type ReactNode } from 'react';
import type { PointRef } from '../shared/contract.ts';
import { Boundary, Waiting } from './boundary.tsx';
import { awaitedTexts, useT } from './i18n.ts';
import { PartLoadError, type LazyPart } from './lazy-part.ts';
import { PluginContext } from './plugin-context.ts';
import type { Contribution, Item, Part } from './plugin.ts';
import { shownAtom } from './registry.ts';
import { reportFailure } from './report-failure.ts';
import { store } from './store.ts';

const none: readonly Item<object>[] = [];
/** How long a part may wait for its code or data before it counts as failed, in milliseconds. */
export const suspendLimit = 10_000;

/** The items of a point that show now: plugin on, permitted, `when` true; by order, then id. */
export function usePoint<T>(point: PointRef<T>): readonly Item<T>[] {
  return (useAtomValue(shownAtom, { store }).get(point.id) ?? none) as readonly Item<T>[];
}

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

function RetryTile({ onRetry }: { onRetry(): void }) {
  const styles = useStyles();
  const t = useT('sdk');
  return (
    <div role="alert" className={styles.tile}>
      <Text size={200}>{t('part.failed')}</Text>
      <Button size="small" appearance="subtle" onClick={onRetry}>
        {t('part.retry')}
      </Button>
    </div>
  );
}

export interface ContributedProps {
  /** An item of `usePoint`. */
  item: Contribution & { readonly plugin: string };
  children: ReactNode;
  /** While the part waits. */
  fallback?: ReactNode;
}

/** Waits for the rest of its plugin's texts; its code comes meanwhile. */
function WithTexts({ item, children }: Pick<ContributedProps, 'item' | 'children'>) {
  const awaited = awaitedTexts(item.plugin);
  if (awaited) {
    if ('component' in item) void (item.component as Partial<LazyPart<object>>).preload?.();
    use(awaited);
  }
  return children;
}

/** Wraps what one item renders: its plugin's texts, and walls that keep its trouble inside. */
export function Contributed({ item, children, fallback }: ContributedProps) {
  const [round, setRound] = useState(0);
  const [late, setLate] = useState(false);
  const { plugin } = item;
  const onLimit = useCallback(() => {
    setLate(true);
    reportFailure(plugin, 'late');
  }, [plugin]);
  const retry = (error?: unknown) => {
    if (error instanceof PartLoadError) error.reset();
    setLate(false);
    setRound((before) => before + 1);
  };
  if (late) return <RetryTile onRetry={retry} />;
  return (
    <PluginContext value={plugin}>
      <Boundary
        key={round}
        failed={(error) => <RetryTile onRetry={() => retry(error)} />}
        onError={(error) => reportFailure(plugin, 'render', error)}
      >
        <Suspense
          fallback={
            <Waiting limit={suspendLimit} onLimit={onLimit}>
              {fallback}
            </Waiting>
          }
        >
          <WithTexts item={item}>{children}</WithTexts>
        </Suspense>
      </Boundary>
    </PluginContext>
  );
}

export interface SlotProps<P extends object> {
  point: PointRef<{ component: Part<P> }>;
  /** Given to every part. */
  props: P;
  fallback?: ReactNode;
  /** When nobody contributes. */
  empty?: ReactNode;
}

/** Renders the component of every item of a point, each behind its own walls. */
export function Slot<P extends object>({ point, props, fallback, empty }: SlotProps<P>) {
  const items = usePoint(point);
  if (items.length === 0) return empty;
  return (
    <Fragment>
      {items.map((item) => {
        const { component: Shown } = item;
        return (
          <Contributed key={`${item.plugin}/${item.id}`} item={item} fallback={fallback}>
            <Shown {...props} />
          </Contributed>
        );
      })}
    </Fragment>
  );
}
