import { useState } from 'react';
import { Combobox, Field, Option, makeStyles, tokens } from '@fluentui/react-components';
import { PersonAdd20Regular } from '@fluentui/react-icons';
import { errorText, mediaUrl, translate, useFormat, useT } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import type { ContactPickerProps } from '../../contract.ts';
import { useContactSearch } from './useContactSearch.ts';

const useStyles = makeStyles({
  option: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  names: { minWidth: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  number: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  add: { color: tokens.colorBrandForeground1, display: 'flex', alignItems: 'center', gap: '10px' },
});

/** Finds a contact by name or number, after a pause in typing. */
export default function ContactPicker(props: ContactPickerProps) {
  const { label, value, onChange, onCreate, error, required = false, autoFocus = false } = props;
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const [typed, setTyped] = useState(value?.name ?? '');
  const search = useContactSearch(value ? '' : typed);
  const hint = value ? format.phone(value.number) || undefined : search.isTooShort ? t('picker.hint') : undefined;
  const problem = error ?? (search.error ? errorText(search.error, t) : undefined);
  return (
    <Field
      label={label}
      required={required}
      hint={problem ? undefined : hint}
      {...(problem ? { validationState: 'error', validationMessage: problem } : {})}
    >
      <Combobox
        autoFocus={autoFocus}
        freeform
        clearable
        clearIcon={{ 'aria-label': translate('shell', 'ui.clearSelection') }}
        value={value ? value.name : typed}
        selectedOptions={value ? [String(value.id)] : []}
        placeholder={t('picker.placeholder')}
        onChange={(event) => {
          onChange(null);
          setTyped(event.target.value);
        }}
        onOptionSelect={(_, data) => {
          if (data.optionValue === 'new') return onCreate?.(typed.trim());
          const contact = search.found?.find((each) => String(each.id) === data.optionValue);
          onChange(contact ?? null);
          setTyped(contact?.name ?? '');
        }}
      >
        {search.isSearching && (
          <Option disabled text={t('picker.searching')} value="searching">
            {t('picker.searching')}
          </Option>
        )}
        {search.found?.map((contact) => (
          <Option key={contact.id} value={String(contact.id)} text={contact.name}>
            <span className={styles.option}>
              <Avatar
                name={contact.name}
                picture={contact.profilePicUrl && mediaUrl(contact.profilePicUrl)}
                size={28}
                decorative
              />
              <span className={styles.names}>
                <div className={styles.name}>{contact.name}</div>
                <div className={styles.number}>{format.phone(contact.number)}</div>
              </span>
            </span>
          </Option>
        ))}
        {search.isTooShort ? (
          <Option disabled text={t('picker.hint')} value="hint">
            {t('picker.hint')}
          </Option>
        ) : onCreate ? (
          <Option value="new" text={typed}>
            <span className={styles.add}>
              <PersonAdd20Regular aria-hidden="true" />
              {t('picker.create', { name: typed.trim() })}
            </span>
          </Option>
        ) : (
          search.found?.length === 0 && (
            <Option disabled text="" value="nobody">
              {t('picker.nobody')}
            </Option>
          )
        )}
      </Combobox>
    </Field>
  );
}
