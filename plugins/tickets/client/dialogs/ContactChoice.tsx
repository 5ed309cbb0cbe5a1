import { Combobox, Field, Option, makeStyles, tokens } from '@fluentui/react-components';
import { PersonAdd20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api, errorText, mediaUrl, useFormat, useT, translate } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import { useSearch } from './useSearch.ts';

export interface ContactEntry {
  id: number;
  name: string;
  number: string;
  email?: string;
  profilePicUrl?: string | null;
}

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

export interface ContactChoiceProps {
  chosen: ContactEntry | undefined;
  error: string | undefined;
  onChoose(contact: ContactEntry | undefined): void;
  /** Nobody fits: a new contact under this name or number. */
  onCreate(typed: string): void;
}

/** Finds a contact by name or number, or begins a new one. */
export function ContactChoice({ chosen, error, onChoose, onCreate }: ContactChoiceProps) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const [typed, setTyped] = useState(chosen?.name ?? '');
  const search = useSearch(
    'contacts',
    chosen ? '' : typed,
    async (term, signal) =>
      (await api.get<{ contacts: ContactEntry[] }>('/contacts', { searchParam: term }, { signal })).contacts,
  );
  const hint = chosen
    ? format.phone(chosen.number) || undefined
    : search.isTooShort
      ? t('newTicket.contactHint')
      : undefined;
  const problem = error ?? (search.error ? errorText(search.error, t) : undefined);
  return (
    <Field
      label={t('newTicket.contact')}
      required
      hint={problem ? undefined : hint}
      {...(problem ? { validationState: 'error', validationMessage: problem } : {})}
    >
      <Combobox
        autoFocus={!chosen}
        freeform
        clearable
        clearIcon={{ 'aria-label': translate('shell', 'ui.clearSelection') }}
        value={chosen ? chosen.name : typed}
        selectedOptions={chosen ? [String(chosen.id)] : []}
        placeholder={t('newTicket.contactPlaceholder')}
        onChange={(event) => {
          onChoose(undefined);
          setTyped(event.target.value);
        }}
        onOptionSelect={(_, data) => {
          if (data.optionValue === 'new') return onCreate(typed.trim());
          const contact = search.found?.find((each) => String(each.id) === data.optionValue);
          onChoose(contact);
          setTyped(contact?.name ?? '');
        }}
      >
        {search.isSearching && (
          <Option disabled text={t('newTicket.searching')} value="searching">
            {t('newTicket.searching')}
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
          <Option disabled text={t('newTicket.contactHint')} value="hint">
            {t('newTicket.contactHint')}
          </Option>
        ) : (
          <Option value="new" text={typed}>
            <span className={styles.add}>
              <PersonAdd20Regular aria-hidden="true" />
              {t('newTicket.create', { name: typed.trim() })}
            </span>
          </Option>
        )}
      </Combobox>
    </Field>
  );
}
