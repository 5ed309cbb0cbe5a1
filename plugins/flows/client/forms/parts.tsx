/** Fields of the forms in the side panel, stacked in its narrow column. */
import type { ReactElement, ReactNode } from 'react';
import { Dropdown, Field, Input, Option, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { useLanguage, useT } from '@balcao/sdk/client';
import { Dot, IconButton, numberText, readNumber } from '@balcao/sdk/ui';
import { useState } from 'react';
import type { FlowNodeFormProps } from '../../contract.ts';
import type { NamedItem } from '../data/useNamed.ts';
import { secondsIn, spanOf, spanUnits, type SpanUnit } from '../kinds/span.ts';

const useStyles = makeStyles({
  section: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '12px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', minHeight: '28px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  action: { minWidth: '148px', display: 'grid' },
  hint: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  pair: { display: 'grid', gridTemplateColumns: '88px minmax(0, 1fr)', gap: '8px' },
  narrow: { minWidth: 0 },
  option: { display: 'flex', alignItems: 'center', gap: '8px' },
  add: {
    alignSelf: 'flex-start',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '28px',
    padding: '0 4px',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorBrandForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    ':disabled': { color: tokens.colorNeutralForegroundDisabled, cursor: 'default', textDecorationLine: 'none' },
    '@media (max-width: 599px)': { minHeight: '40px' },
  },
  removable: { display: 'flex', alignItems: 'flex-start', gap: '4px', minWidth: 0 },
  grows: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: '6px' },
});

type Problems = FlowNodeFormProps['problems'];
export const problemOf = (problems: Problems, field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.text;

export function Section({
  title,
  hint,
  action,
  children,
}: {
  title?: string;
  hint?: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const styles = useStyles();
  return (
    <section className={styles.section} {...(title !== undefined && { 'aria-label': title })}>
      {title !== undefined && (
        <div className={styles.head}>
          <div>
            <h2 className={styles.title}>{title}</h2>
            {hint !== undefined && <p className={styles.hint}>{hint}</p>}
          </div>
          {action !== undefined && <div className={styles.action}>{action}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

interface RowProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean;
  children: ReactElement;
}
export function Row({ label, hint, error, required, children }: RowProps) {
  return (
    <Field
      label={label}
      required={required === true}
      {...(hint !== undefined && { hint })}
      {...(error !== undefined && { validationState: 'error' as const, validationMessage: error })}
    >
      {children}
    </Field>
  );
}

export function TextRow(
  props: Omit<RowProps, 'children'> & {
    value: string;
    maxLength?: number;
    placeholder?: string;
    onChange(value: string): void;
  },
) {
  const { value, maxLength = 200, placeholder, onChange, ...row } = props;
  const styles = useStyles();
  return (
    <Row {...row}>
      <Input
        className={styles.narrow}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        {...(placeholder !== undefined && { placeholder })}
        onChange={(_, data) => onChange(data.value)}
      />
    </Row>
  );
}

/** A whole number; while it is typed wrong, the stored value stays. */
export function NumberRow(
  props: Omit<RowProps, 'children'> & {
    value: number | null;
    min: number;
    max: number;
    isOptional?: boolean;
    onChange(value: number | null): void;
  },
) {
  const { value, min, max, isOptional = false, onChange, ...row } = props;
  const language = useLanguage();
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === null ? '' : numberText(value, language));
  const read = (text: string): number | null | undefined => {
    if (text.trim() === '' && isOptional) return null;
    const meant = readNumber(text, { language });
    return meant !== undefined && meant >= min && meant <= max ? meant : undefined;
  };
  const isWrong = typed !== undefined && read(typed) === undefined;
  return (
    <Row
      {...row}
      error={
        isWrong ? t('form.between', { min: numberText(min, language), max: numberText(max, language) }) : row.error
      }
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={shown}
        onChange={(_, data) => {
          setTyped(data.value);
          const meant = read(data.value);
          if (meant !== undefined) onChange(meant);
        }}
        onBlur={() => !isWrong && setTyped(undefined)}
      />
    </Row>
  );
}

/** A span of time: a number and its unit; the stored value counts `per` seconds. */
export function SpanRow(
  props: Omit<RowProps, 'children'> & {
    value: number;
    per?: 1 | 60;
    max: number;
    units?: readonly SpanUnit[];
    onChange(value: number): void;
  },
) {
  const { value, per = 1, max, units = spanUnits, onChange, ...row } = props;
  const t = useT();
  const language = useLanguage();
  const styles = useStyles();
  const stored = spanOf(value * per);
  const [chosen, setChosen] = useState<SpanUnit>();
  const usual = units.includes(stored.unit) ? stored.unit : (units[0] ?? 'seconds');
  // While nothing is set, the unit is that which people chose last.
  const unit = value === 0 ? (chosen ?? usual) : usual;
  const count = (value * per) / secondsIn[unit];
  const [typed, setTyped] = useState<string>();
  const read = (text: string): number | undefined => (text.trim() === '' ? 0 : readNumber(text, { language }));
  const store = (amount: number, of: SpanUnit) => onChange(Math.min(max, Math.round((amount * secondsIn[of]) / per)));
  return (
    <Row {...row}>
      <div className={styles.pair} role="group" aria-label={row.label}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          aria-label={row.label}
          value={typed ?? numberText(count, language)}
          onChange={(_, data) => {
            setTyped(data.value);
            const meant = read(data.value);
            if (meant !== undefined && meant >= 0) store(meant, unit);
          }}
          onBlur={() => setTyped(undefined)}
        />
        <Dropdown
          className={styles.narrow}
          aria-label={t('form.unit')}
          value={t(`unit.${unit}`)}
          selectedOptions={[unit]}
          onOptionSelect={(_, { optionValue }) => {
            const next = units.find((one) => one === optionValue);
            if (!next) return;
            setChosen(next);
            store(count, next);
          }}
        >
          {units.map((one) => (
            <Option key={one} value={one}>
              {t(`unit.${one}`)}
            </Option>
          ))}
        </Dropdown>
      </div>
    </Row>
  );
}

export function ChoiceRow(
  props: Omit<RowProps, 'children'> & {
    value: string;
    options: readonly NamedItem[];
    placeholder?: string;
    isClearable?: boolean;
    onChange(value: string): void;
  },
) {
  const { value, options, placeholder, isClearable = false, onChange, ...row } = props;
  const t = useT();
  return (
    <Row {...row}>
      <Choice {...{ value, options, isClearable, onChange }} placeholder={placeholder ?? t('form.choose')} />
    </Row>
  );
}

interface ChoiceProps {
  value: string;
  options: readonly NamedItem[];
  placeholder: string;
  label?: string;
  isClearable?: boolean;
  onChange(value: string): void;
  /** Given by `Field`. */
  id?: string;
  'aria-labelledby'?: string;
}
export function Choice({ value, options, placeholder, label, isClearable = false, onChange, ...field }: ChoiceProps) {
  const styles = useStyles();
  const t = useT('shell');
  const chosen = options.find(({ id }) => id === value);
  return (
    <Dropdown
      {...field}
      className={styles.narrow}
      {...(label !== undefined && { 'aria-label': label })}
      placeholder={placeholder}
      value={chosen?.name ?? ''}
      selectedOptions={chosen ? [chosen.id] : []}
      clearable={isClearable}
      clearButton={{ 'aria-label': t('ui.clearSelection') }}
      onOptionSelect={(_, { optionValue }) => onChange(optionValue ?? '')}
    >
      {options.map(({ id, name, color }) => (
        <Option key={id} value={id} text={name}>
          <span className={styles.option}>
            {color !== undefined && <Dot color={color} size={8} />}
            {name}
          </span>
        </Option>
      ))}
    </Dropdown>
  );
}

export function SwitchRow({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange(value: boolean): void;
}) {
  const styles = useStyles();
  return (
    <div>
      <Switch checked={checked} label={label} onChange={(_, data) => onChange(data.checked)} />
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

export function AddButton({ label, disabled, onClick }: { label: string; disabled?: boolean; onClick(): void }) {
  const styles = useStyles();
  return (
    <button type="button" className={styles.add} disabled={disabled === true} onClick={onClick}>
      <Add16Regular aria-hidden="true" />
      {label}
    </button>
  );
}

/** A group of fields that can be removed. */
export function Removable({
  label,
  onRemove,
  children,
}: {
  label: string;
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={styles.removable}>
      <div className={styles.grows}>{children}</div>
      {onRemove && <IconButton size="small" icon={<Dismiss16Regular />} label={label} onClick={onRemove} />}
    </div>
  );
}

/** Replaces or removes one entry of a list. */
export const withEntry = <T,>(list: readonly T[], index: number, entry: T): T[] =>
  list.map((one, at) => (at === index ? entry : one));
export const withoutEntry = <T,>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);

/** Smallest number above the ids in use, so that connections of removed options are never taken over. */
export const nextId = (list: readonly { id: string }[]): string =>
  String(Math.max(0, ...list.map(({ id }) => Number(id)).filter(Number.isFinite)) + 1);
