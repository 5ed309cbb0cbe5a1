import { Fragment, useState, type ReactNode } from 'react';
import { makeStyles } from '@fluentui/react-components';
import type { SettingSchema } from '../../shared/manifest.ts';
import type { SettingValue } from '../index.ts';
import { FormRow } from './FormRow.tsx';
import { StatusPill } from './marks.tsx';
import { SchemaControl, isSwitch } from './SchemaControl.tsx';

export interface SchemaField {
  key: string;
  schema: SettingSchema;
  /** A translated error. */
  error?: string | undefined;
  disabled?: boolean;
  /** A short label under the field's help: who alone may change it. */
  mark?: string;
  /** Content under the field: a pending change, a missing permission. */
  note?: ReactNode;
  /** Translates this field's keys, if it comes from another plugin than its neighbours. */
  t?: (key: string) => string;
}

export interface SchemaFormProps {
  fields: readonly SchemaField[];
  /** Key → value; a field without one shows the schema's default. Secrets: true if one is set. */
  values: Readonly<Record<string, SettingValue | undefined>>;
  onChange(key: string, value: SettingValue): void;
  /** Translates the schema's label keys. */
  t(key: string): string;
  /** Reports texts and numbers on every key press (dialogs) or when they are finished (pages that save at once). */
  commit?: 'change' | 'finish';
}

const useStyles = makeStyles({ mark: { display: 'block', marginTop: '4px' } });

/** Rows generated from setting schemas: switch, choice, number, text or secret, by type. */
export function SchemaForm({ fields, values, onChange, t, commit = 'change' }: SchemaFormProps) {
  const styles = useStyles();
  // Errors of typed texts that are no value of their field; they are not reported and stay until corrected.
  const [wrong, setWrong] = useState<Readonly<Record<string, string | undefined>>>({});
  return (
    <>
      {fields.map(({ key, schema, error, disabled, mark, note, t: own }) => {
        const translate = own ?? t;
        const words = schema.help && translate(schema.help);
        const help = mark ? (
          <>
            {words}
            <span className={styles.mark}>
              <StatusPill tone="neutral">{mark}</StatusPill>
            </span>
          </>
        ) : (
          words
        );
        return (
          <Fragment key={key}>
            <FormRow
              name={key}
              label={translate(schema.label)}
              {...(help ? { help } : {})}
              error={wrong[key] ?? error}
              end={isSwitch(schema)}
              wide={schema.format === 'list'}
            >
              <SchemaControl
                schema={schema}
                value={values[key] ?? schema.default}
                disabled={disabled === true}
                commit={commit}
                t={translate}
                onChange={(value) => onChange(key, value)}
                onWrong={(why) => setWrong((all) => (all[key] === why ? all : { ...all, [key]: why }))}
              />
            </FormRow>
            {note}
          </Fragment>
        );
      })}
    </>
  );
}
