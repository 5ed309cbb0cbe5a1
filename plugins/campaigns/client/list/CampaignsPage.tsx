import { useEffect, useRef, useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Add20Regular, Send32Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { Exposed, useShortcut, useT, useViewport } from '@balcao/sdk/client';
import { campaignTabs } from '@balcao/contact-lists/contract';
import { Bar, ConfirmDialog, EmptyState, ErrorState, Kbd, Page, SearchBox, SkeletonRows } from '@balcao/sdk/ui';
import type { CampaignStatus, CampaignView } from '../../contract.ts';
import { useCampaignActions } from '../useCampaignActions.ts';
import { CampaignRow } from './CampaignRow.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { useRowStyles } from './row-styles.ts';
import { StatusFilter } from './StatusFilter.tsx';
import { useCampaigns } from './useCampaigns.ts';

const useStyles = makeStyles({
  search: { display: 'flex', gap: '8px', marginBottom: '12px' },
  status: { width: '232px', '@media (max-width: 1279px)': { width: '204px' } },
  progress: { width: '192px', '@media (max-width: 1279px)': { width: '168px' } },
  connection: { width: '208px', '@media (max-width: 1279px)': { width: '160px' } },
  actions: { width: '196px', '@media (max-width: 1279px)': { width: '176px' } },
  foot: { display: 'flex', alignItems: 'center', gap: '8px', marginTop: '12px', color: tokens.colorNeutralForeground3 },
});

/** The page of campaigns. */
export default function CampaignsPage() {
  const t = useT();
  const row = useRowStyles();
  const styles = useStyles();
  const navigate = useNavigate();
  const { touch } = useViewport();
  const [status, setStatus] = useState<CampaignStatus>();
  const campaigns = useCampaigns(status);
  const actions = useCampaignActions();
  const [toRemove, setToRemove] = useState<CampaignView>();
  const [toMove, setToMove] = useState<CampaignView>();
  const end = useRef<HTMLDivElement>(null);
  const { rows, loading, error, term, search, hasMore, more, count, renew } = campaigns;
  useShortcut('n', () => void navigate('/campaigns/new'), { label: t('list.new'), group: t('page.title') });

  useEffect(() => {
    const mark = end.current;
    if (!mark || !hasMore || loading) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '100px' });
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, [hasMore, loading, more, rows.length]);

  const isEmpty = !loading && !error && rows.length === 0;
  const running = rows.filter(({ status }) => status === 'EM_ANDAMENTO').length;
  const add = (
    <Button appearance="primary" icon={<Add20Regular />} onClick={() => void navigate('/campaigns/new')}>
      {t('list.new')}
    </Button>
  );
  const isFiltered = term !== '' || status !== undefined;
  const field = !(isEmpty && !isFiltered) && (
    <>
      <SearchBox value={term} onChange={search} placeholder={t('list.search')} width={touch ? '100%' : 240} />
      <StatusFilter value={status} onChange={setStatus} />
    </>
  );
  return (
    <Page
      title={t('page.title')}
      {...(count ? { subtitle: t('list.summary', { count, running }) } : {})}
      actions={
        <>
          {!touch && field}
          {!isEmpty && add}
        </>
      }
      tabs={<Exposed of={campaignTabs} props={{ path: '/campaigns' }} />}
    >
      {touch && field && <div className={styles.search}>{field}</div>}
      {Boolean(error) && rows.length > 0 && (
        <Bar tone="bad" alert action={<Button onClick={() => void renew()}>{t('list.retry')}</Button>}>
          {t('list.failed')}
        </Bar>
      )}
      {Boolean(error) && rows.length === 0 ? (
        <ErrorState error={error} onRetry={() => void renew()} />
      ) : loading && rows.length === 0 ? (
        <SkeletonRows rows={6} height={64} />
      ) : isEmpty ? (
        !isFiltered ? (
          <EmptyState
            icon={<Send32Regular />}
            title={t('list.empty')}
            text={t('list.emptyText')}
            action={add}
            secondary={<Button onClick={() => void navigate('/contact-lists')}>{t('list.importList')}</Button>}
          />
        ) : (
          <EmptyState
            title={term === '' ? t('list.noneOf') : t('list.none', { term })}
            action={
              <Button
                onClick={() => {
                  search('');
                  setStatus(undefined);
                }}
              >
                {t('list.clear')}
              </Button>
            }
          />
        )
      ) : (
        <table className={row.table} aria-label={t('page.title')}>
          <thead className={row.head}>
            <tr>
              <th scope="col" className={row.header}>
                {t('field.name')}
              </th>
              <th scope="col" className={mergeClasses(row.header, styles.status)}>
                {t('field.status')}
              </th>
              <th scope="col" className={mergeClasses(row.header, styles.progress)}>
                {t('field.progress')}
              </th>
              <th scope="col" className={mergeClasses(row.header, styles.connection)}>
                {t('field.whatsapp')}
              </th>
              <th scope="col" className={mergeClasses(row.header, row.wideHeader)}>
                {t('field.scheduledAt')}
              </th>
              <th scope="col" className={mergeClasses(row.header, row.wideHeader)}>
                {t('field.completedAt')}
              </th>
              <th scope="col" className={mergeClasses(row.header, row.wideHeader)}>
                {t('field.confirmation')}
              </th>
              <td className={mergeClasses(row.header, styles.actions)} />
            </tr>
          </thead>
          {rows.map((campaign) => (
            <CampaignRow
              key={campaign.id}
              campaign={campaign}
              onStop={() => void actions.stop(campaign.id)}
              onRestart={() => void actions.restart(campaign.id)}
              onContinue={() => void actions.goOn(campaign.id)}
              onMove={() => setToMove(campaign)}
              onEdit={() => void actions.stopToEdit(campaign.id)}
              onDuplicate={() => void actions.duplicate(campaign.id)}
              onRemove={() => setToRemove(campaign)}
            />
          ))}
        </table>
      )}
      <div ref={end} />
      {rows.length > 0 && !touch && (
        <div className={styles.foot}>
          <Kbd keys="n" /> {t('list.keyNew')}
        </div>
      )}
      {toMove && <MoveDialog campaign={toMove} onClose={() => setToMove(undefined)} />}
      {toRemove && (
        <ConfirmDialog
          open
          title={t('remove.title', { name: toRemove.name })}
          text={t('remove.text')}
          confirmLabel={t('remove.confirm')}
          onClose={() => setToRemove(undefined)}
          onConfirm={async () => {
            await actions.remove(toRemove.id);
            setToRemove(undefined);
          }}
        />
      )}
    </Page>
  );
}
