import { Input, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { DateField, IconButton, maskTime } from '@balcao/sdk/ui';
import type { Holiday } from '../../contract.ts';
import { isClosed } from './holidays.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '152px minmax(0, 1fr) 276px 32px',
    alignItems: 'center',
    gap: '8px 12px',
    minHeight: '56px',
    padding: '8px 12px 8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 799px)': { gridTemplateColumns: 'minmax(0, 1fr) 40px', padding: '12px' },
  },
  date: { fontVariantNumeric: 'tabular-nums', minWidth: 0 },
  name: { minWidth: 0, '@media (max-width: 799px)': { gridColumn: '1 / -1', gridRow: '2' } },
  hours: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    '@media (max-width: 799px)': { gridColumn: '1 / -1', gridRow: '3' },
  },
  switch: { marginLeft: '-8px' },
  time: { width: '68px', '& input': { textAlign: 'center', fontVariantNumeric: 'tabular-nums' } },
  quiet: { color: tokens.colorNeutralForeground3 },
  remove: { '@media (max-width: 799px)': { gridColumn: '2', gridRow: '1', justifySelf: 'end' } },
});

export interface HolidayRowProps {
  day: Holiday;
  /** 1-based position: labels a day that has no name yet. */
  position: number;
  isWrong: boolean;
  onChange(part: Partial<Holiday>): void;
  onRemove(): void;
}

/** The row of one holiday, closed or with hours of its own. */
export function HolidayRow({ day, position, isWrong, onChange, onRemove }: HolidayRowProps) {
  const t = useT();
  const styles = useStyles();
  const closed = isClosed(day);
  const name = day.name.trim() || t('holidays.unnamed', { place: position });
  const time = (key: 'startTime' | 'endTime') => (
    <Input
      className={styles.time}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      value={day[key]}
      aria-label={t(`holidays.${key}`, { name })}
      onChange={(_, { value }) => onChange({ [key]: maskTime(value) })}
    />
  );
  return (
    <li className={styles.row}>
      <DateField
        className={styles.date}
        value={day.date}
        aria-label={t('holidays.date', { name })}
        aria-invalid={isWrong}
        onChange={(date) => onChange({ date })}
      />
      <Input
        className={styles.name}
        value={day.name}
        maxLength={100}
        autoComplete="off"
        placeholder={t('holidays.namePlaceholder')}
        aria-label={t('holidays.name', { place: position })}
        aria-invalid={isWrong}
        onChange={(_, { value }) => onChange({ name: value })}
      />
      <span className={styles.hours}>
        <Switch
          className={styles.switch}
          checked={!closed}
          label={t(closed ? 'holidays.closed' : 'holidays.open')}
          aria-label={t('holidays.opens', { name })}
          onChange={(_, { checked }) =>
            onChange(checked ? { startTime: '08:00', endTime: '12:00' } : { startTime: '', endTime: '' })
          }
        />
        {!closed && (
          <>
            {time('startTime')}
            <span className={styles.quiet}>{t('holidays.to')}</span>
            {time('endTime')}
          </>
        )}
      </span>
      <span className={styles.remove}>
        <IconButton icon={<Delete20Regular />} label={t('holidays.remove', { name })} onClick={onRemove} />
      </span>
    </li>
  );
}
