import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Bar, ConfirmDialog, DataTable, EmptyState, StatusPill, type DataColumn } from '@balcao/sdk/ui';
import { centsOf } from '../plan.ts';
import { useWaiting, type WaitingCharge } from './usePayments.ts';

const useStyles = makeStyles({
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: '2px 0 12px', color: tokens.colorNeutralForeground3 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minWidth: 0 },
  company: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  ref: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
});

/** Charges of the platform’s own Pix key: only a person who sees the bank statement knows if they were paid. */
export function WaitingCharges() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const { data: waiting = [], isLoading, renew } = useWaiting();
  const [confirming, setConfirming] = useState<WaitingCharge>();
  const columns: DataColumn<WaitingCharge>[] = [
    {
      id: 'company',
      header: t('waiting.company'),
      touch: 'title',
      cell: ({ company, isReplaced }) => (
        <span className={styles.line}>
          <span className={styles.company}>{company}</span>
          {isReplaced && <StatusPill tone="neutral">{t('waiting.replaced')}</StatusPill>}
        </span>
      ),
    },
    { id: 'plan', header: t('company.plan'), width: 160, cell: ({ plan }) => plan },
    {
      id: 'value',
      header: t('invoices.value'),
      width: 120,
      align: 'end',
      cell: ({ value }) => <span className={styles.number}>{format.money(centsOf(value))}</span>,
    },
    {
      id: 'ref',
      header: t('waiting.ref'),
      width: 240,
      cell: ({ ref }) => <span className={styles.ref}>{ref}</span>,
    },
    {
      id: 'created',
      header: t('waiting.created'),
      width: 150,
      cell: ({ createdAt }) => <span className={styles.number}>{format.dateTime(createdAt)}</span>,
    },
    {
      id: 'action',
      header: t('plans.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 120,
      touch: 'actions',
      cell: (charge) => (
        <Button
          size="small"
          aria-label={t('waiting.confirmNamed', { company: charge.company })}
          onClick={() => setConfirming(charge)}
        >
          {t('waiting.confirm')}
        </Button>
      ),
    },
  ];
  return (
    <section aria-label={t('waiting.title')}>
      <h2 className={styles.title}>{t('waiting.title')}</h2>
      <p className={styles.text}>{t('waiting.text')}</p>
      <DataTable
        label={t('waiting.title')}
        columns={columns}
        rows={waiting}
        rowKey={({ chargeId, companyId }) => `${companyId}/${chargeId}`}
        loading={isLoading}
        empty={<EmptyState title={t('waiting.none')} />}
      />
      {confirming && (
        <ConfirmDialog
          open
          danger={false}
          title={t('waiting.confirmTitle', { company: confirming.company })}
          text={
            <>
              {confirming.isReplaced && <Bar tone="warn">{t('waiting.replacedHelp')}</Bar>}
              {t('waiting.confirmText', { value: format.money(centsOf(confirming.value)), ref: confirming.ref })}
            </>
          }
          confirmLabel={t('waiting.confirm')}
          onClose={() => setConfirming(undefined)}
          onConfirm={async () => {
            await api.post(`/payments/${confirming.companyId}/${confirming.chargeId}/confirm`);
            await renew();
            toasts.success(t('waiting.done'));
            setConfirming(undefined);
          }}
        />
      )}
    </section>
  );
}
