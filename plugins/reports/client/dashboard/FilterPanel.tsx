import { useState } from 'react';
import {
  Button,
  Dropdown,
  Field,
  Option,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { CalendarLtr20Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { Bar, DateField, Segment } from '@balcao/sdk/ui';
import { MultiChoice } from '../parts/MultiChoice.tsx';
import { listOf } from '../parts/useAddress.ts';
import { usePeople, useQueues } from '../parts/useDirectory.ts';

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: '12px', width: '320px', maxWidth: 'calc(100vw - 48px)' },
  pair: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '8px' },
  end: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});
const periods = ['3', '7', '15', '30', '60', '90'];

export interface FilterPanelProps {
  params: Readonly<Record<string, string>>;
  period: { from: string; to: string } | undefined;
  onChange(params: Readonly<Record<string, string>>): void;
  /** Shows queues and people too. */
  hasKeys?: boolean;
}

/** The button with the period, and its panel: dates or a number of days, queues and people. */
export function FilterPanel({ params, period, onChange, hasKeys = true }: FilterPanelProps) {
  const t = useT();
  const { date } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const day = (text: string): string => date(`${text}T12:00:00Z`);
  const label = params['days']
    ? t('period.days', { count: Number(params['days']) })
    : period
      ? period.from === period.to
        ? day(period.from)
        : t('period.between', { from: day(period.from), to: day(period.to) })
      : t('period.title');
  return (
    <Popover open={isOpen} onOpenChange={(_, { open }) => setIsOpen(open)} trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button icon={<CalendarLtr20Regular />}>{label}</Button>
      </PopoverTrigger>
      <PopoverSurface aria-label={t('period.filter')}>
        {isOpen && (
          <Panel
            params={params}
            period={period}
            hasKeys={hasKeys}
            onChange={(next) => {
              onChange(next);
              setIsOpen(false);
            }}
          />
        )}
      </PopoverSurface>
    </Popover>
  );
}

function Panel({ params, period, onChange, hasKeys }: FilterPanelProps) {
  const t = useT();
  const styles = useStyles();
  const [people, queues] = [usePeople(), useQueues()];
  const [type, setType] = useState<'date' | 'period'>(params['days'] ? 'period' : 'date');
  const [days, setDays] = useState(params['days'] ?? '');
  const [from, setFrom] = useState(params['date_from'] ?? period?.from ?? '');
  const [to, setTo] = useState(params['date_to'] ?? period?.to ?? '');
  const [queueIds, setQueueIds] = useState(listOf(params['queueIds']));
  const [users, setUsers] = useState(listOf(params['users']));
  const [isLacking, setIsLacking] = useState(false);
  const apply = (): void => {
    // Without both dates the period is the present month.
    if (type === 'date' ? (from === '') !== (to === '') : days === '') {
      setIsLacking(true);
      return;
    }
    onChange({
      days: type === 'period' ? days : '',
      date_from: type === 'date' ? from : '',
      date_to: type === 'date' ? to : '',
      queueIds: queueIds.join(','),
      users: users.join(','),
    });
  };
  return (
    <div className={styles.panel}>
      <Segment<'date' | 'period'>
        label={t('period.type')}
        value={type}
        onChange={setType}
        options={[
          { value: 'date', label: t('period.byDate') },
          { value: 'period', label: t('period.byPeriod') },
        ]}
      />
      {type === 'date' ? (
        <div className={styles.pair}>
          <Field label={t('period.from')}>
            <DateField value={from} onChange={setFrom} />
          </Field>
          <Field label={t('period.to')}>
            <DateField value={to} onChange={setTo} />
          </Field>
        </div>
      ) : (
        <Field label={t('period.title')}>
          <Dropdown
            value={days === '' ? '' : t('period.days', { count: Number(days) })}
            selectedOptions={[days]}
            placeholder={t('period.choose')}
            onOptionSelect={(_, { optionValue }) => setDays(optionValue ?? '')}
          >
            {periods.map((one) => (
              <Option key={one} value={one}>
                {t('period.days', { count: Number(one) })}
              </Option>
            ))}
          </Dropdown>
        </Field>
      )}
      {hasKeys && (
        <>
          <MultiChoice
            label={t('filter.queues')}
            all={t('filter.allQueues')}
            among={queues.map(({ id, name }) => ({ value: String(id), name }))}
            chosen={queueIds}
            onChange={setQueueIds}
          />
          <MultiChoice
            label={t('filter.users')}
            all={t('filter.allUsers')}
            among={people.map(({ id, name }) => ({ value: String(id), name }))}
            chosen={users}
            onChange={setUsers}
          />
        </>
      )}
      {isLacking && <Bar tone="warn">{t('period.lacking')}</Bar>}
      <div className={styles.end}>
        <Button appearance="primary" onClick={apply}>
          {t('filter.apply')}
        </Button>
      </div>
    </div>
  );
}
