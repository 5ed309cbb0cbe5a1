import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, ChevronRight20Regular, PlugConnected20Regular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { useFormat, useRoom, useT } from '@balcao/sdk/client';
import { EmptyState, ErrorState, SkeletonRows, StatusPill } from '@balcao/sdk/ui';
import { webhooksRoom } from '../../contract.ts';
import { deliveriesKey, endpointsKey, useEndpoints } from '../data/integrations.ts';
import { useSectionStyles } from '../page/section-styles.ts';
import { EndpointDialog } from './EndpointDialog.tsx';
import { EndpointSheet } from './EndpointSheet.tsx';
import { stateOf } from './endpoint-state.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 20px',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '64px',
    padding: '8px 12px 8px 16px',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr) 20px' },
  },
  first: { borderTop: 'none' },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  url: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
  state: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    gap: '2px',
    '@media (max-width: 599px)': { gridColumn: '1', gridRow: '2', alignItems: 'flex-start' },
  },
  chevron: { display: 'inline-flex', color: tokens.colorNeutralForeground3 },
});

/** The company’s endpoints, with live updates; one opens with its log. */
export function WebhooksTab() {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  const format = useFormat();
  const queries = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const { data, error, refetch } = useEndpoints();
  const [isAdding, setAdding] = useState(false);
  useRoom(
    webhooksRoom,
    {},
    {
      webhook: () => void queries.invalidateQueries({ queryKey: endpointsKey }),
      delivery: ({ webhookId }: { webhookId: number }) => {
        void queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
        void queries.invalidateQueries({ queryKey: endpointsKey });
      },
    },
    { queryKeys: [endpointsKey, deliveriesKey()] },
  );
  const open = (id?: number): void =>
    setAddress(id === undefined ? { tab: 'webhooks' } : { tab: 'webhooks', webhook: String(id) });
  const shown = data?.webhooks.find(({ id }) => String(id) === address.get('webhook'));
  const add = (
    <Button appearance="primary" icon={<Add20Regular />} onClick={() => setAdding(true)}>
      {t('webhook.add')}
    </Button>
  );

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  return (
    <>
      {data.webhooks.length === 0 ? (
        <EmptyState
          title={t('webhook.empty')}
          text={t('webhook.emptyText')}
          icon={<PlugConnected20Regular />}
          action={add}
        />
      ) : (
        <section className={section.section} aria-labelledby="webhooks">
          <div className={section.head}>
            <div className={section.words}>
              <h2 id="webhooks" className={section.title}>
                {t('webhook.title')}
              </h2>
              <p className={section.text}>{t('webhook.text')}</p>
            </div>
            {add}
          </div>
          <ul className={`${section.card} ${styles.list}`}>
            {data.webhooks.map((endpoint, index) => {
              const { tone, label } = stateOf(endpoint);
              return (
                <li key={endpoint.id}>
                  <button
                    type="button"
                    className={`${styles.row} ${index === 0 ? styles.first : ''}`}
                    aria-label={t('webhook.open', { name: endpoint.name })}
                    onClick={() => open(endpoint.id)}
                  >
                    <span>
                      <span className={styles.name}>{endpoint.name}</span>
                      <span className={styles.url}>{endpoint.url}</span>
                    </span>
                    <span className={styles.state}>
                      <StatusPill tone={tone}>{t(label)}</StatusPill>
                      <span className={section.quiet}>
                        {t('webhook.eventsCount', { count: endpoint.events.length })}
                        {endpoint.succeededAt &&
                          ` · ${t('webhook.lastOk', { when: format.relative(endpoint.succeededAt) })}`}
                      </span>
                    </span>
                    <span className={styles.chevron}>
                      <ChevronRight20Regular aria-hidden="true" />
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {isAdding && <EndpointDialog onClose={() => setAdding(false)} />}
      {shown && <EndpointSheet endpoint={shown} onClose={() => open()} />}
    </>
  );
}
