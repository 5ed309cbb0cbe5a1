import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Receipt24Regular } from '@fluentui/react-icons';
import { useParams } from 'react-router-dom';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { Bar, ListPage, StatusPill, type DataColumn } from '@balcao/sdk/ui';
import { centsOf, noonOf } from '../plan.ts';
import { InvoicePix } from './InvoicePix.tsx';
import { useInvoices, type Invoice } from './useInvoices.ts';

const tones = { paid: 'ok', overdue: 'bad', open: 'info' } as const;

const useStyles = makeStyles({
  details: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  paid: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightSemibold, paddingInline: '12px' },
});

interface LockedUser {
  isLocked?: boolean;
}

/** What the company owes and has paid; at `/financeiro/{id}` the Pix code of one invoice. */
export default function InvoicesPage() {
  const { invoiceId } = useParams();
  return invoiceId === undefined ? <InvoiceList /> : <InvoicePix invoiceId={Number(invoiceId)} />;
}

function InvoiceList() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { user } = useSession();
  const [term, setTerm] = useState('');
  const { invoices, count, error, isLoading, hasMore, more, refetch } = useInvoices(term);
  const isLocked = (user['subscription'] as LockedUser | undefined)?.isLocked === true && !user.super;

  const columns: DataColumn<Invoice>[] = [
    {
      id: 'details',
      header: t('invoices.details'),
      touch: 'title',
      cell: ({ description }) => <span className={styles.details}>{description}</span>,
    },
    {
      id: 'value',
      header: t('invoices.value'),
      width: 140,
      align: 'end',
      cell: ({ value }) => <span className={styles.number}>{format.money(centsOf(value))}</span>,
    },
    {
      id: 'dueDate',
      header: t('invoices.dueDate'),
      width: 140,
      cell: ({ dueDate }) => <span className={styles.number}>{format.date(noonOf(dueDate))}</span>,
    },
    {
      id: 'status',
      header: t('invoices.status'),
      width: 140,
      cell: ({ state }) => <StatusPill tone={tones[state]}>{t(`invoices.state.${state}`)}</StatusPill>,
    },
    {
      id: 'action',
      header: t('invoices.action'),
      width: 120,
      align: 'end',
      touch: 'actions',
      cell: ({ state, description, invoiceUrl }) =>
        state === 'paid' ? (
          <span className={styles.paid}>{t('invoices.paidLabel')}</span>
        ) : (
          <Button
            as="a"
            size="small"
            appearance={state === 'overdue' ? 'primary' : 'secondary'}
            href={invoiceUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('invoices.payLabel', { details: description })}
          >
            {t('invoices.pay')}
          </Button>
        ),
    },
  ];

  return (
    <ListPage
      title={t('invoices.title')}
      count={count}
      search={{ term, onSearch: setTerm, placeholder: t('invoices.search') }}
      above={isLocked && <Bar tone="bad">{t('overdue.locked')}</Bar>}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('invoices.none'), text: t('invoices.noneText'), icon: <Receipt24Regular /> }}
      notFound={{ title: t('invoices.notFound') }}
      columns={columns}
      rows={invoices}
      rowKey={({ id }) => id}
      rowTone={({ state }) => (state === 'overdue' ? 'bad' : undefined)}
      loading={isLoading}
      hasMore={hasMore}
      onMore={more}
    />
  );
}
