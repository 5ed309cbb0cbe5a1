import type { SettingSchema } from '../../shared/manifest.ts';
import type { SettingValue } from '../index.ts';
import { FormRow } from './FormRow.tsx';
import { SchemaControl, isSwitch } from './SchemaControl.tsx';

export interface SchemaField {
  key: string;
  schema: SettingSchema;
  /** An error, already in words. */
  error?: string | undefined;
  disabled?: boolean;
  /** Translates this field's keys, where it comes from another plugin than its neighbours. */
  t?: (key: string) => string;
}

export interface SchemaFormProps {
  fields: readonly SchemaField[];
  /** Key → value; a field without one shows the schema's default. Secrets: true when one is set. */
  values: Readonly<Record<string, SettingValue | undefined>>;
  onChange(key: string, value: SettingValue): void;
  /** Translates the schema's label keys. */
  t(key: string): string;
  /** Texts and numbers are told on every key (dialogs) or when they are finished (pages that save at once). */
  commit?: 'change' | 'finish';
}

/** Rows generated from setting schemas: switch, choice, number, text or secret, by type. */
export function SchemaForm({ fields, values, onChange, t, commit = 'change' }: SchemaFormProps) {
  return (
    <>
      {fields.map(({ key, schema, error, disabled, t: own }) => {
        const say = own ?? t;
        return (
          <FormRow
            key={key}
            name={key}
            label={say(schema.label)}
            {...(schema.help ? { help: say(schema.help) } : {})}
            error={error}
            end={isSwitch(schema)}
          >
            <SchemaControl
              schema={schema}
              value={values[key] ?? schema.default}
              disabled={disabled === true}
              commit={commit}
              t={say}
              onChange={(value) => onChange(key, value)}
            />
          </FormRow>
        );
      })}
    </>
  );
}
