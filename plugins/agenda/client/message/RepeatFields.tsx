import { Dropdown, makeStyles, Option, ToggleButton } from '@fluentui/react-components';
import { useLanguage, useT } from '@balcao/sdk/client';
import { DateField, FormRow, NumberField, Segment } from '@balcao/sdk/ui';
import { localOf } from '../../zoned.ts';
import type { Recurrence } from '../../recurrence.ts';
import { momentOf, localText } from '../local-text.ts';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '12px',
    alignItems: 'start',
    '& .fui-Dropdown, & .fui-Input': { minWidth: 0 },
  },
  ends: { display: 'flex', flexDirection: 'column', gap: '4px' },
  days: { display: 'flex', flexWrap: 'wrap', gap: '6px' },
  day: { minWidth: '44px', paddingInline: '4px' },
  row: { display: 'flex', flexDirection: 'column', gap: '12px' },
});

export interface RepeatFieldsProps {
  value: Recurrence;
  zone: string;
  onChange(value: Recurrence): void;
}
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
type End = 'never' | 'date' | 'count';

/** How a message repeats. */
export function RepeatFields({ value, zone, onChange }: RepeatFieldsProps) {
  const t = useT();
  const styles = useStyles();
  const language = useLanguage();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const end: End = value.count !== null ? 'count' : value.until !== null ? 'date' : 'never';
  const setEnd = (next: End): void =>
    onChange({
      ...value,
      count: next === 'count' ? 5 : null,
      until: next === 'date' ? Date.now() + 28 * 86_400_000 : null,
    });
  return (
    <div className={styles.row}>
      <div className={styles.pair}>
        <FormRow label={t('repeat.every')} name="rule">
          <Dropdown
            value={t(`repeat.${value.every}`)}
            selectedOptions={[value.every]}
            onOptionSelect={(_, { optionValue }) => onChange({ ...value, every: optionValue as Recurrence['every'] })}
          >
            {frequencies.map((one) => (
              <Option key={one} value={one}>
                {t(`repeat.${one}`)}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
        <FormRow label={t('repeat.interval')} name="interval" help={t(`repeat.intervalHelp.${value.every}`)}>
          <NumberField
            min={1}
            max={52}
            value={String(value.interval)}
            onChange={(text) => onChange({ ...value, interval: Math.max(1, Number(text) || 1) })}
          />
        </FormRow>
      </div>
      {value.every === 'WEEKLY' && (
        <div className={styles.days} role="group" aria-label={t('repeat.weekdays')}>
          {[0, 1, 2, 3, 4, 5, 6].map((day) => (
            <ToggleButton
              key={day}
              size="small"
              className={styles.day}
              checked={value.weekdays.includes(day)}
              onClick={() => {
                const weekdays = value.weekdays.includes(day)
                  ? value.weekdays.filter((one) => one !== day)
                  : [...value.weekdays, day];
                // A weekly message falls on one day at least.
                if (weekdays.length > 0) onChange({ ...value, weekdays: weekdays.toSorted() });
              }}
            >
              {weekday.format(Date.UTC(2026, 10, 1 + day))}
            </ToggleButton>
          ))}
        </div>
      )}
      {value.every === 'MONTHLY' && (
        <FormRow
          label={t('repeat.monthDay')}
          name="monthDay"
          {...(value.monthDay > 28 && { help: t('repeat.lastDay') })}
        >
          <NumberField
            min={1}
            max={31}
            value={String(value.monthDay)}
            onChange={(text) => onChange({ ...value, monthDay: Math.min(31, Math.max(1, Number(text) || 1)) })}
          />
        </FormRow>
      )}
      <div className={styles.ends}>
        <span aria-hidden>{t('repeat.ends')}</span>
        <Segment
          label={t('repeat.ends')}
          value={end}
          onChange={setEnd}
          options={(['never', 'date', 'count'] as const).map((one) => ({ value: one, label: t(`repeat.end.${one}`) }))}
        />
      </div>
      {end === 'count' && (
        <FormRow label={t('repeat.count')} name="count">
          <NumberField
            min={1}
            max={1000}
            value={String(value.count)}
            onChange={(text) => onChange({ ...value, count: Math.max(1, Number(text) || 1) })}
          />
        </FormRow>
      )}
      {end === 'date' && value.until !== null && (
        <FormRow label={t('repeat.until')} name="until">
          <DateField
            value={localText(value.until, zone).slice(0, 10)}
            onChange={(text) => {
              const at = momentOf(text === '' ? '' : `${text}T23:59`, zone);
              if (at) onChange({ ...value, until: at.getTime() });
            }}
          />
        </FormRow>
      )}
    </div>
  );
}

/** The repetition that a moment suggests: weekly, on its weekday. */
export const usualRecurrence = (at: number, zone: string): Recurrence => {
  const local = localOf(at, zone);
  return {
    every: 'WEEKLY',
    interval: 1,
    weekdays: [new Date(Date.UTC(local.year, local.month - 1, local.day)).getUTCDay()],
    monthDay: local.day,
    count: null,
    until: null,
  };
};
