import { useState } from 'react';
import { Dropdown, Input, Option, Switch, Textarea } from '@fluentui/react-components';
import { Delete20Regular, Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import type { SettingSchema } from '../../shared/manifest.ts';
import { useLanguage, useT, type SettingValue } from '../index.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { IconButton } from './IconButton.tsx';
import { ListField } from './ListField.tsx';
import { numberText, readNumber } from './number-text.ts';
import { useOnChange } from './use-on-change.ts';

interface ControlProps {
  schema: SettingSchema;
  value: SettingValue;
  onChange(value: SettingValue): void;
  /** Reports why the typed text is no value of the field, as a displayed text; undefined if it is valid. */
  onWrong(why: string | undefined): void;
  disabled: boolean;
  commit: 'change' | 'finish';
  t(key: string): string;
}

/** Props passed by the row: id, labels and validity. */
interface RowProps {
  id?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

const isOnOff = (schema: SettingSchema): boolean =>
  schema.enum?.length === 2 && schema.enum.includes('enabled') && schema.enum.includes('disabled');

/**
 * Returns true for settings with two values, which are shown as switches whether they are stored as booleans or as
 * enabled and disabled.
 */
export const isSwitch = (schema: SettingSchema): boolean => schema.type === 'boolean' || isOnOff(schema);

/** Renders the control for a schema. */
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

/** Returns why a number does not fit, as a text of the shell. Nothing is rounded or truncated to fit. */
const faultOf = (number: number, { type, minimum, maximum }: SettingSchema): string | undefined => {
  if (type === 'integer' && !Number.isInteger(number)) return 'ui.wholeNumberWanted';
  if (number >= (minimum ?? number) && number <= (maximum ?? number)) return undefined;
  if (minimum === undefined) return 'ui.numberAtMost';
  return maximum === undefined ? 'ui.numberAtLeast' : 'ui.numberBetween';
};

/** A text or number field: the typed text is kept, and reported as a value of the schema's type. */
function TextControl({ schema, value, onChange, onWrong, disabled, commit, t: _, ...row }: ControlProps & RowProps) {
  const shell = useT('shell');
  const language = useLanguage();
  const textOf = (held: SettingValue): string =>
    typeof held === 'number' ? numberText(held, language) : String(held ?? '');
  const shown = textOf(value);
  const [typed, setTyped] = useState(shown);
  useOnChange(shown, () => setTyped(shown));
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  // A text that could not be saved is sent again.
  const isUnsaved = row['aria-invalid'] === true && commit === 'finish';

  const report = (text: string) => {
    if (!isNumber) {
      if (text !== value || isUnsaved) onChange(text);
      return;
    }
    // Decimals are parsed, so that the error can say that the number must be whole.
    const number = readNumber(text, { decimals: 10, language });
    const fault = number === undefined ? 'ui.numberWanted' : faultOf(number, schema);
    onWrong(fault && shell(fault, { min: schema.minimum ?? '', max: schema.maximum ?? '' }));
    // A dialog submits its values when it is saved, and the server rejects those that do not fit.
    if (number === undefined || (fault && commit === 'finish')) return;
    if (number !== value || isUnsaved) onChange(number);
    if (commit === 'finish') setTyped(textOf(number));
  };
  const type = (text: string) => {
    setTyped(text);
    if (commit === 'change') report(text);
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
        onBlur={() => commit === 'finish' && report(typed)}
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
      onBlur={() => commit === 'finish' && report(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && commit === 'finish') report(typed);
      }}
    />
  );
}

/** A secret is never sent back by the server: dots show that one is set, typing replaces it. */
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
  useOnChange(value, () => setTyped(''));
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
        // A secret cannot be read, so it is removed by a named button and not by emptying a field that looks empty.
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
