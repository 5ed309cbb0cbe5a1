import { useEffect, useState } from 'react';
import { Dropdown, Input, Option, Switch, Textarea } from '@fluentui/react-components';
import { Delete20Regular, Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import type { SettingSchema } from '../../shared/manifest.ts';
import { useLanguage, useT, type SettingValue } from '../index.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { IconButton } from './IconButton.tsx';
import { ListField } from './ListField.tsx';
import { numberText, readNumber } from './number-text.ts';

interface ControlProps {
  schema: SettingSchema;
  value: SettingValue;
  onChange(value: SettingValue): void;
  /** What is typed is no value of the field, in words; undefined: it is one. */
  onWrong(why: string | undefined): void;
  disabled: boolean;
  commit: 'change' | 'finish';
  t(key: string): string;
}

/** What the row hands down: id, names and validity. */
interface RowProps {
  id?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

const isOnOff = (schema: SettingSchema): boolean =>
  schema.enum?.length === 2 && schema.enum.includes('enabled') && schema.enum.includes('disabled');

/** Two-valued settings are switches, whether they are stored as booleans or as enabled and disabled. */
export const isSwitch = (schema: SettingSchema): boolean => schema.type === 'boolean' || isOnOff(schema);

/** The control that fits one schema. */
export function SchemaControl(props: ControlProps & RowProps) {
  const { schema, value, onChange, onWrong: _, disabled, commit, t, ...row } = props;
  if (isSwitch(schema)) {
    const onOff = isOnOff(schema);
    return (
      <Switch
        {...row}
        checked={onOff ? value === 'enabled' : value === true}
        disabled={disabled}
        onChange={(_, data) => onChange(onOff ? (data.checked ? 'enabled' : 'disabled') : data.checked)}
      />
    );
  }
  if (schema.enum) {
    const choices = schema.enum;
    const labelOf = (choice: string) => {
      const key = schema.labels?.[choices.indexOf(choice)];
      return key ? t(key) : choice;
    };
    const chosen = String(value);
    return (
      <Dropdown
        {...row}
        disabled={disabled}
        value={choices.includes(chosen) ? labelOf(chosen) : chosen}
        selectedOptions={[chosen]}
        style={{ minWidth: 0, width: '100%' }}
        onOptionSelect={(_, data) => data.optionValue !== undefined && onChange(data.optionValue)}
      >
        {choices.map((choice) => (
          <Option key={choice} value={choice}>
            {labelOf(choice)}
          </Option>
        ))}
      </Dropdown>
    );
  }
  if (schema.secret) return <SecretControl {...props} />;
  if (schema.format === 'list')
    return (
      <ListField
        {...row}
        value={String(value)}
        disabled={disabled}
        onChange={onChange}
        {...(schema.entryLength ? { entryLength: schema.entryLength } : {})}
      />
    );
  return <TextControl {...props} />;
}

/** Why a number does not fit, as a text of the shell. Nothing is rounded or cut to fit. */
const faultOf = (number: number, { type, minimum, maximum }: SettingSchema): string | undefined => {
  if (type === 'integer' && !Number.isInteger(number)) return 'ui.wholeNumberWanted';
  if (number >= (minimum ?? number) && number <= (maximum ?? number)) return undefined;
  if (minimum === undefined) return 'ui.numberAtMost';
  return maximum === undefined ? 'ui.numberAtLeast' : 'ui.numberBetween';
};

/** A text or number: what is typed stays as typed, and is told as a value of the schema's type. */
function TextControl({ schema, value, onChange, onWrong, disabled, commit, t: _, ...row }: ControlProps & RowProps) {
  const shell = useT('shell');
  const language = useLanguage();
  const textOf = (held: SettingValue): string =>
    typeof held === 'number' ? numberText(held, language) : String(held ?? '');
  const shown = textOf(value);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const isNumber = schema.type === 'integer' || schema.type === 'number';

  const tell = (text: string) => {
    if (!isNumber) {
      if (text !== value) onChange(text);
      return;
    }
    // A whole number with decimals is told to be one that is not whole.
    const number = readNumber(text, { decimals: 10, language });
    const fault = number === undefined ? 'ui.numberWanted' : faultOf(number, schema);
    onWrong(fault && shell(fault, { least: schema.minimum ?? '', most: schema.maximum ?? '' }));
    // A dialog sends what it has when it is saved, and the server refuses what does not fit.
    if (number === undefined || (fault && commit === 'finish')) return;
    if (number !== value) onChange(number);
    if (commit === 'finish') setTyped(textOf(number));
  };
  const type = (text: string) => {
    setTyped(text);
    if (commit === 'change') tell(text);
  };

  if (schema.multiline) {
    return (
      <Textarea
        {...row}
        value={typed}
        disabled={disabled}
        rows={3}
        resize="vertical"
        {...(schema.maxLength ? { maxLength: schema.maxLength } : {})}
        onChange={(_event, data) => type(data.value)}
        onBlur={() => commit === 'finish' && tell(typed)}
      />
    );
  }
  return (
    <Input
      {...row}
      value={typed}
      disabled={disabled}
      inputMode={isNumber ? (schema.type === 'integer' ? 'numeric' : 'decimal') : 'text'}
      {...(schema.maxLength ? { maxLength: schema.maxLength } : {})}
      onChange={(_event, data) => type(data.value)}
      onBlur={() => commit === 'finish' && tell(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && commit === 'finish') tell(typed);
      }}
    />
  );
}

/** A secret never comes back from the server: dots say that one is set, typing replaces it. */
function SecretControl({
  value,
  onChange,
  onWrong: _wrong,
  disabled,
  commit,
  schema,
  t: _,
  ...row
}: ControlProps & RowProps) {
  const shell = useT('shell');
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => setTyped(''), [value]);
  const isSet = value === true || (typeof value === 'string' && value !== '');
  return (
    <Input
      {...row}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      value={typed}
      disabled={disabled}
      placeholder={isSet ? '••••••••••••' : shell('ui.notSet')}
      {...(schema.maxLength ? { maxLength: schema.maxLength } : {})}
      onChange={(_event, data) => {
        setTyped(data.value);
        if (commit === 'change') onChange(data.value);
      }}
      onBlur={() => commit === 'finish' && typed !== '' && onChange(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && commit === 'finish' && typed !== '') onChange(typed);
      }}
      contentAfter={
        // What nobody can read is taken away by name, not by emptying a field that looks empty.
        isSet && typed === '' ? (
          <>
            <IconButton
              size="small"
              icon={<Delete20Regular />}
              label={shell('ui.secret.remove')}
              disabled={disabled}
              onClick={() => setLeaving(true)}
            />
            {leaving && (
              <ConfirmDialog
                open
                title={shell('ui.secret.title')}
                text={shell('ui.secret.text')}
                confirmLabel={shell('ui.secret.confirm')}
                onClose={() => setLeaving(false)}
                onConfirm={() => {
                  setLeaving(false);
                  onChange('');
                }}
              />
            )}
          </>
        ) : (
          <IconButton
            size="small"
            icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
            label={shell(shown ? 'ui.hide' : 'ui.show')}
            disabled={typed === ''}
            onClick={() => setShown(!shown)}
          />
        )
      }
    />
  );
}
