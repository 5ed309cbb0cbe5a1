import { useId, useState } from 'react';
import { Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useSession, useT } from '@balcao/sdk/client';
import { DateField } from '@balcao/sdk/ui';
import { datesOf, spans, type Span } from './range.ts';

const useStyles = makeStyles({
  choice: { minWidth: '160px' },
  dates: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px',
    color: tokens.colorNeutralForeground2,
  },
  date: { width: '144px' },
});

const free = 'free';

/** Chooses the days of numbers: the last ones, or those between two dates. */
export function SpanFields({ span, onChange }: { span: Span; onChange(span: Span): void }) {
  const t = useT();
  const styles = useStyles();
  const { company } = useSession();
  const dates = datesOf(span, company.timeZone);
  const isFree = !('days' in span);
  const textOf = (choice: string) =>
    choice === free ? t('num.freeDays') : t('num.lastDays', { count: Number(choice) });
  const chosen = isFree ? free : String(span.days);
  return (
    <>
      <Dropdown
        className={styles.choice}
        aria-label={t('num.days')}
        value={textOf(chosen)}
        selectedOptions={[chosen]}
        onOptionSelect={(_, { optionValue }) =>
          onChange(optionValue === free ? dates : { days: Number(optionValue ?? spans[0]) })
        }
      >
        {[...spans.map(String), free].map((choice) => (
          <Option key={choice} value={choice}>
            {textOf(choice)}
          </Option>
        ))}
      </Dropdown>
      {isFree && (
        <span className={styles.dates}>
          <DayField
            label={t('num.from')}
            value={dates.from}
            onChange={(from) => onChange({ from, to: from > dates.to ? from : dates.to })}
          />
          <DayField
            label={t('num.to')}
            value={dates.to}
            onChange={(to) => onChange({ from: to < dates.from ? to : dates.from, to })}
          />
        </span>
      )}
    </>
  );
}

/** A day that is always there: who empties the field and leaves it sees the former day again. */
function DayField({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const styles = useStyles();
  const id = useId();
  const [turn, setTurn] = useState(0);
  const [isEmpty, setEmpty] = useState(false);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <DateField
        key={turn}
        id={id}
        className={styles.date}
        value={value}
        onChange={(day) => {
          setEmpty(day === '');
          if (day !== '') onChange(day);
        }}
        onBlur={() => {
          if (isEmpty) setTurn(turn + 1);
          setEmpty(false);
        }}
      />
    </>
  );
}
