import { useId } from 'react';
import { Radio, RadioGroup, makeStyles, tokens } from '@fluentui/react-components';
import { useLanguage, useT } from '../index.ts';
import { Bar } from './states.tsx';
import { ext } from './tokens.ts';
import type { FormConflict, FormState } from './use-form.ts';
import { weekText, type HoursDay } from './weekly-hours.ts';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    marginBottom: '16px',
    padding: '0 14px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.warnBg,
  },
  bar: { margin: '0 -14px' },
  label: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  conflict: { display: 'block', color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  value: {
    display: 'block',
    color: tokens.colorNeutralForeground1,
    maxHeight: '132px',
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

export interface FormConflictsProps {
  form: Pick<FormState, 'conflicts' | 'choose' | 'show'>;
  /** Returns the displayed name of a field. */
  labelOf(field: string): string;
  /** True after an attempt to save without a decision. */
  isPressed: boolean;
}

/**
 * The fields that two people changed, with both values to choose from. `FormDialog` shows it by itself; forms on a page
 * have to render it.
 */
export function FormConflicts({ form, labelOf, isPressed }: FormConflictsProps) {
  const t = useT('shell');
  const language = useLanguage();
  const styles = useStyles();
  const value = useValueText(form);
  const people = [...new Set(form.conflicts.map(({ by }) => by ?? t('ui.conflict.somebody')))];
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(people);
  return (
    <div className={styles.box}>
      <div className={styles.bar}>
        <Bar tone="warn" alert>
          {t('ui.conflict.title', { count: people.length, names: names.charAt(0).toUpperCase() + names.slice(1) })}
          {isPressed && ` ${t('ui.conflict.choose')}`}
        </Bar>
      </div>
      {form.conflicts.map((conflict) => (
        <Conflict key={conflict.field} conflict={conflict} form={form} label={labelOf(conflict.field)} value={value} />
      ))}
    </div>
  );
}

interface ConflictProps {
  conflict: FormConflict;
  form: FormConflictsProps['form'];
  label: string;
  value(field: string, value: unknown): string;
}

function Conflict({ conflict, form, label, value }: ConflictProps) {
  const { field, by, mine, theirs, choice } = conflict;
  const t = useT('shell');
  const styles = useStyles();
  const id = useId();
  const option = (owner: string, what: unknown) => (
    <>
      <span className={styles.conflict}>{owner}</span>
      <span className={styles.value}>{value(field, what)}</span>
    </>
  );
  return (
    <div>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <RadioGroup
        aria-labelledby={id}
        value={choice ?? ''}
        onChange={(_, data) => form.choose(field, data.value === 'mine' ? 'mine' : 'theirs')}
      >
        <Radio value="mine" label={option(t('ui.conflict.mine'), mine)} />
        <Radio
          value="theirs"
          label={option(by === undefined ? t('ui.conflict.theirs') : t('ui.conflict.of', { name: by }), theirs)}
        />
      </RadioGroup>
    </div>
  );
}

const isWeek = (value: unknown): value is HoursDay[] =>
  Array.isArray(value) && value.length > 0 && value.every((day: object | null) => day && 'weekdayEn' in day);

/** Returns a function that formats values of a form as text. */
export function useValueText({ show }: Pick<FormState, 'show'>): (field: string, value: unknown) => string {
  const t = useT('shell');
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return t('ui.conflict.empty');
    if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
    if (isWeek(value)) return weekText(value, (day) => t(`ui.hours.day.${day}`), t('ui.hours.closed'));
    if (Array.isArray(value)) return value.map(plain).join(', ');
    if (value instanceof File) return value.name;
    if (typeof value === 'object') return (Object.values(value) as unknown[]).map(plain).join(' ');
    return String(value as string | number);
  };
  return (field, value) => show?.(field, value) ?? plain(value);
}
