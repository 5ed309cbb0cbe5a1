import { makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession, useT, useViewport } from '@balcao/sdk/client';
import { Bar, ErrorState, Page, SkeletonRows } from '@balcao/sdk/ui';
import { nobody, type Panel } from '../../panel.ts';
import { PanelRooms } from '../data/PanelRooms.tsx';
import { readFilters, writeFilters, type PanelFilters as Filters } from '../data/panel-filters.ts';
import type { PanelStore } from '../data/panel-store.ts';
import { RowLoader } from '../data/row-loader.ts';
import { useHandOver } from '../data/useHandOver.ts';
import { isColleague } from '../model/colleague.ts';
import { usePanel, usePanelVersion } from '../data/usePanel.ts';
import { PanelDialogs } from '../dialogs/PanelDialogs.tsx';
import { usePanelDialogs } from '../dialogs/usePanelDialogs.ts';
import { CardGrid } from './CardGrid.tsx';
import { keysHintId, PanelContext, type FocusedList } from './panel-context.ts';
import { PanelFilters } from './PanelFilters.tsx';
import { useHeld } from './useHeld.ts';
import { useNow } from './useNow.ts';
import { useOwners } from './useOwners.ts';
import { useRowShortcuts } from './useRowShortcuts.ts';

const useStyles = makeStyles({ board: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 } });

/** The manager's panel: everybody's running conversations, those without attendant first. */
export default function ManagerPage() {
  const t = useT();
  const { wide } = useViewport();
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => readFilters(address), [address]);
  const change = useCallback(
    (part: Partial<Filters>) => setAddress((now) => writeFilters(now, part), { replace: true }),
    [setAddress],
  );
  const { store, panel, error, again, onJoined } = usePanel(filters);
  const bar = <PanelFilters filters={filters} onChange={change} />;
  return (
    <Page
      title={t('page.title')}
      subtitle={panel && <Summary store={store} panel={panel} />}
      {...(wide ? { actions: bar } : { tabs: bar })}
      canvas
      bare
    >
      {panel ? (
        <>
          <PanelRooms store={store} panel={panel} again={again} onJoined={onJoined} />
          <Board store={store} filters={filters} seesAll={panel.seesAll} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={again} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Page>
  );
}

/** The numbers of the whole panel, whatever the search by name hides. */
function Summary({ store, panel }: { store: PanelStore; panel: Panel }) {
  const t = useT();
  usePanelVersion(store);
  const people = store.people().filter(isColleague);
  const waiting = store.counts(nobody).total;
  const attended = store.people().reduce((sum, { id }) => sum + store.counts(id).total, 0);
  const online = people.filter((person) => person.online).length;
  const parts = [t('page.unattended', { count: waiting }), t('page.attended', { count: attended })];
  if (panel.seesAll) parts.push(t('page.online', { online, count: people.length }));
  return parts.join(', ');
}

function Board({ store, filters, seesAll }: { store: PanelStore; filters: Filters; seesAll: boolean }) {
  const styles = useStyles();
  const t = useT();
  const { can } = useSession();
  const now = useNow();
  const { isHeld, handlers } = useHeld();
  const { owners } = useOwners(store, filters, isHeld);
  const [loader] = useState(() => new RowLoader(store));
  useEffect(() => () => loader.stop(), [loader]);
  const handOver = useHandOver(store);
  const { dialog, close, actions } = usePanelDialogs(handOver);
  const mayPeek = can('tickets-manager:viewchats');
  const focused = useRef<FocusedList>(undefined);
  const tools = useMemo(() => ({ focused, store, loader, actions, mayPeek }), [actions, loader, mayPeek, store]);
  useRowShortcuts(focused, actions, mayPeek);
  return (
    <PanelContext value={tools}>
      <div className={styles.board}>
        <span id={keysHintId} hidden>
          {t('card.keys')}
        </span>
        {!seesAll && <Bar tone="info">{t('page.ownOnly')}</Bar>}
        <CardGrid owners={owners} now={now} handlers={handlers} />
      </div>
      <PanelDialogs dialog={dialog} onClose={close} onHandOver={handOver} />
    </PanelContext>
  );
}
