import { useState } from 'react';
import { Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CalendarAdd20Regular } from '@fluentui/react-icons';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import type { CompanyRow } from '@balcao/companies/contract';
import { centsOf, monthsOf, noonOf } from '../plan.ts';

const useStyles = makeStyles({
  two: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  number: { fontVariantNumeric: 'tabular-nums' },
  late: { color: ext.bad, fontWeight: tokens.fontWeightSemibold },
});

export function PlanCell({ company }: { company: CompanyRow }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { planName, value, recurrence } = company;
  if (typeof planName !== 'string') return <span className={styles.quiet}>{t('company.noPlan')}</span>;
  return (
    <span className={styles.two}>
      <span>{planName}</span>
      <span className={mergeClasses(styles.quiet, styles.number)}>
        {format.money(centsOf(Number(value)))} · {t(`recurrence.${String(recurrence)}`)}
      </span>
    </span>
  );
}

export function DueCell({ company }: { company: CompanyRow }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { dueDate } = company;
  const [now] = useState(() => Date.now());
  if (typeof dueDate !== 'string') return <span className={styles.quiet}>{t('company.none')}</span>;
  const isLate = Date.parse(`${dueDate}T23:59:59Z`) < now;
  return <span className={mergeClasses(styles.number, isLate && styles.late)}>{format.date(noonOf(dueDate))}</span>;
}

/** Extends the licence by one recurrence at once; the notice offers to undo it. */
export function ExtendAction({ company, onChanged }: { company: CompanyRow; onChanged(): void }) {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const previousDueDate = typeof company['dueDate'] === 'string' ? company['dueDate'] : null;
  const undo = async (): Promise<void> => {
    try {
      await api.put(`/companies/${company.id}`, { dueDate: previousDueDate });
      onChanged();
    } catch (error) {
      toasts.error(error);
    }
  };
  const extend = async (): Promise<void> => {
    setBusy(true);
    try {
      const { dueDate } = await api.post<{ dueDate: string }>(`/subscription/${company.id}/extend`);
      toasts.undo(t('company.extended', { date: format.date(noonOf(dueDate)) }), () => void undo());
      onChanged();
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      icon={busy ? <Spinner size="extra-tiny" aria-hidden="true" /> : <CalendarAdd20Regular />}
      label={t('company.extendNamed', { name: company.name, count: monthsOf(String(company['recurrence'])) })}
      disabledFocusable={busy}
      onClick={() => !busy && void extend()}
    />
  );
}
