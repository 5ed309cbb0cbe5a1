import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import {
  ConfirmDialog,
  DataTable,
  EmptyState,
  ErrorState,
  IconButton,
  StatusPill,
  type DataColumn,
} from '@balcao/sdk/ui';
import { centsOf, type Plan } from '../plan.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { usePlans } from './usePlans.ts';

const useStyles = makeStyles({
  head: { display: 'flex', justifyContent: 'flex-end', marginBottom: '12px' },
  line: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  name: { fontWeight: tokens.fontWeightSemibold },
  number: { fontVariantNumeric: 'tabular-nums' },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** The plans that companies can subscribe to. */
export default function PlansTab() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const { data: plans = [], error, isLoading, renew } = usePlans();
  const [edited, setEdited] = useState<Plan | 'new'>();
  const [leaving, setLeaving] = useState<Plan>();

  const count = (id: 'users' | 'connections' | 'queues'): DataColumn<Plan> => ({
    id,
    header: t(`plans.field.${id}`),
    width: 140,
    align: 'end',
    cell: (plan) => <span className={styles.number}>{format.number(plan[id])}</span>,
  });
  const columns: DataColumn<Plan>[] = [
    {
      id: 'name',
      header: t('plans.field.name'),
      touch: 'title',
      cell: ({ name, hidden }) => (
        <span className={styles.line}>
          <span className={styles.name}>{name}</span>
          {hidden && <StatusPill tone="neutral">{t('plans.hidden')}</StatusPill>}
        </span>
      ),
    },
    count('users'),
    count('connections'),
    count('queues'),
    {
      id: 'value',
      header: t('plans.field.value'),
      width: 160,
      align: 'end',
      cell: ({ value }) => <span className={styles.number}>{format.money(centsOf(value))}</span>,
    },
    {
      id: 'actions',
      header: t('plans.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 96,
      touch: 'actions',
      cell: (plan) => (
        <span className={styles.actions}>
          <IconButton
            icon={<Edit20Regular />}
            label={t('plans.editNamed', { name: plan.name })}
            onClick={() => setEdited(plan)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('plans.deleteNamed', { name: plan.name })}
            onClick={() => setLeaving(plan)}
          />
        </span>
      ),
    },
  ];
  const add = (
    <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEdited('new')}>
      {t('plans.add')}
    </Button>
  );

  if (error && plans.length === 0) return <ErrorState error={t('plans.failed')} onRetry={() => void renew()} />;
  return (
    <>
      {plans.length > 0 && <div className={styles.head}>{add}</div>}
      <DataTable
        label={t('plans.title')}
        columns={columns}
        rows={plans}
        rowKey={({ id }) => id}
        loading={isLoading}
        empty={<EmptyState title={t('plans.none')} text={t('plans.noneText')} action={add} />}
      />
      {edited && (
        <PlanDialog plan={edited === 'new' ? undefined : edited} onSaved={renew} onClose={() => setEdited(undefined)} />
      )}
      {leaving && (
        <ConfirmDialog
          open
          title={t('plans.deleteTitle', { name: leaving.name })}
          text={t('plans.deleteText')}
          confirmLabel={t('plans.delete')}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await api.delete(`/plans/${leaving.id}`);
            await renew();
            toasts.success(t('plans.saved'));
            setLeaving(undefined);
          }}
        />
      )}
    </>
  );
}
