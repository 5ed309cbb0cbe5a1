import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Gavel32Regular, Search20Regular } from '@fluentui/react-icons';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useErrorText, useT } from '@balcao/sdk/client';
import { Count, ListPage, RelativeTime, StatusPill, TwoLines, usePages } from '@balcao/sdk/ui';
import { readCnj } from '../../cnj.ts';
import { useCourtFormat } from '../court-format.ts';
import { lastStepOf, useLiveCases, type Monitoring } from '../data.ts';
import LookUpDialog from '../look-up/LookUpDialog.tsx';

const useStyles = makeStyles({
  number: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  quiet: { color: tokens.colorNeutralForeground3 },
  wrap: { overflowWrap: 'anywhere' },
});

/** Cases that are monitored, the latest step first. */
export default function LegalPage() {
  const t = useT();
  const styles = useStyles();
  const courtFormat = useCourtFormat();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [isLookingUp, setLookingUp] = useState(false);
  const [address, setAddress] = useSearchParams();
  // The address of a notification names the case that was looked up.
  const named = readCnj(address.get('cnj') ?? '');
  const first = named.state === 'valid' ? named.cnj : undefined;
  const pages = usePages<Monitoring>('/legalProcessMonitoring/list', {
    key: ['legal-process', 'list'],
    rowsIn: 'LegalProcessMonitorings',
  });
  useLiveCases();
  return (
    <ListPage
      title={t('page.title')}
      count={pages.count}
      rows={pages.rows}
      rowKey={({ id }) => id}
      loading={pages.loading}
      error={pages.error}
      onRetry={() => void pages.renew()}
      hasMore={pages.hasMore}
      onMore={pages.more}
      rowHeight={64}
      search={{ term: pages.term, onSearch: pages.search, placeholder: t('list.search') }}
      add={
        <Button appearance="primary" icon={<Search20Regular />} onClick={() => setLookingUp(true)}>
          {t('lookUp.title')}
        </Button>
      }
      empty={{ title: t('list.empty'), text: t('list.emptyText'), icon: <Gavel32Regular /> }}
      notFound={{ title: t('list.none', { term: pages.term }) }}
      onRowClick={({ id }) => void navigate(`/legal-process/${id}/report`)}
      columns={[
        {
          id: 'cnj',
          header: t('list.number'),
          touch: 'title',
          cell: (row) => (
            <TwoLines
              text={
                <span className={styles.number}>
                  {row.cnj}
                  {row.newSteps > 0 && (
                    <Count
                      value={row.newSteps}
                      unread
                      label={t(row.newSteps === 1 ? 'new.one' : 'new.many', { count: row.newSteps })}
                    />
                  )}
                </span>
              }
              below={row.className ?? ''}
            />
          ),
        },
        {
          id: 'contact',
          header: t('list.contact'),
          width: '24%',
          cell: ({ contact }) => <span className={styles.wrap}>{contact.name}</span>,
        },
        {
          id: 'last',
          header: t('list.last'),
          width: '28%',
          cell: (row) => {
            const last = lastStepOf(row);
            return last ? <TwoLines text={last.title} below={courtFormat.dateTime(last.at)} /> : t('value.noStep');
          },
        },
        {
          id: 'checked',
          header: t('list.checked'),
          width: 200,
          cell: ({ checkedAt, sources }) => {
            const fault = sources.find((one) => one.fault !== null);
            if (fault)
              return (
                <span title={errorText(fault.fault)}>
                  <StatusPill tone="warn">{t('list.fault', { source: fault.label })}</StatusPill>
                </span>
              );
            return checkedAt === null ? (
              <span className={styles.quiet}>{t('list.never')}</span>
            ) : (
              <RelativeTime date={checkedAt} />
            );
          },
        },
      ]}
    >
      {(isLookingUp || first !== undefined) && (
        <LookUpDialog
          key={first}
          first={first}
          onClose={() => {
            setLookingUp(false);
            setAddress({}, { replace: true });
          }}
        />
      )}
    </ListPage>
  );
}
