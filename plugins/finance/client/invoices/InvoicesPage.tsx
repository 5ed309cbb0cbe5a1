import { useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Receipt24Regular } from '@fluentui/react-icons';
import { useNavigate, useParams } from 'react-router-dom';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { Bar, ListPage, StatusPill, type DataColumn } from '@balcao/sdk/ui';
import { centsOf, noonOf } from '../plan.ts';
import { knownSubscription } from '../subscription/known-subscription.ts';
import { InvoicePage } from './InvoicePage.tsx';
import { useInvoices, type Invoice } from './useInvoices.ts';

const tones = { paid: 'ok', overdue: 'bad', open: 'info', cancelled: 'neutral' } as const;

const useStyles = makeStyles({
  details: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  // The text is right-aligned, and the next column is left-aligned.
  value: { paddingRight: '16px' },
  paid: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  paidLabel: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightSemibold },
});

/** The company’s invoices; at `/financeiro/{id}` one invoice. */
export default function InvoicesPage() {
  const { invoiceId } = useParams();
  return invoiceId === undefined ? <InvoiceList /> : <InvoicePage invoiceId={Number(invoiceId)} />;
}

function InvoiceList() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { user } = useSession();
  const [term, setTerm] = useState('');
  const { invoices, count, error, isLoading, hasMore, more, refetch } = useInvoices(term);
  const navigate = useNavigate();
  const { isLocked, hasInvoice } = knownSubscription(user);
  const toPay = invoices.find(({ status }) => status === 'open');

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
      cell: ({ value }) => (
        <span className={mergeClasses(styles.number, styles.value)}>{format.money(centsOf(value))}</span>
      ),
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
      width: 170,
      align: 'end',
      touch: 'actions',
      cell: ({ id, state, description, invoiceUrl }) =>
        state === 'cancelled' ? null : state === 'paid' ? (
          <span className={styles.paid}>
            <span className={styles.paidLabel}>{t('invoices.paidLabel')}</span>
            <Button
              size="small"
              appearance="subtle"
              aria-label={t('invoices.receiptLabel', { details: description })}
              onClick={() => void navigate(`/financeiro/${id}`)}
            >
              {t('invoices.receipt')}
            </Button>
          </span>
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
      above={
        isLocked &&
        !user.super && (
          <Bar
            tone="bad"
            action={
              <Button
                size="small"
                appearance="primary"
                onClick={() => void navigate(toPay ? `/financeiro/${toPay.id}` : '/subscription')}
              >
                {t(hasInvoice ? 'overdue.pay' : 'overdue.choose')}
              </Button>
            }
          >
            {t(hasInvoice ? 'overdue.locked' : 'overdue.lockedNoPlan')}
          </Bar>
        )
      }
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
